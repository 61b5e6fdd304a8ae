import { useState } from 'react'
import { useQuery } from 'urql'
import { changeAddress, useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { type Frame, useFrame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { patientPath } from '#domain/access/screens.ts'
import { ACCOUNTING_YEARS, firstAccountingDay } from '#domain/accounting/accounting.ts'
import { clinicDay, showDay } from '#domain/dates.ts'
import type { AccountingRowFragment } from '#generated/graphql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazy } from '#ui/lazy.tsx'
import { NativeDate } from '#ui/NativeDate.tsx'
import { OnDemand } from '#ui/OnDemand.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PatientRequests } from '../patientRequests/PatientRequests.tsx'
import { ends, filters, notPrinted, remark, stack } from './Accounting.css.ts'
import { AccountingTable } from './AccountingTable.tsx'
import { accountingQuery, accountingVariables } from './accountingDocuments.ts'

const AddDisclosure = lazy(() => import('./AddDisclosureDialog.tsx').then((one) => one.AddDisclosureDialog))
const StrikeDisclosure = lazy(() =>
  import('./StrikeDisclosureDialog.tsx').then((one) => one.StrikeDisclosureDialog),
)
const SuspendDisclosure = lazy(() =>
  import('./SuspendDisclosureDialog.tsx').then((one) => one.SuspendDisclosureDialog),
)

/** The accounting of a patient's disclosures: the statement to print, and the patient's requests for it. */
export function Accounting({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <Screen initialQuery={initialQuery} />
    </Island>
  )
}

const put = (name: string) => (event: { currentTarget: { value: string } }) =>
  changeAddress({ [name]: event.currentTarget.value || null })

function Screen({ initialQuery }: { initialQuery: string }) {
  const frame = useFrame()
  const query = useAddressQuery(initialQuery)
  const { variables, problem } = accountingVariables(query, frame)
  const { patientId } = variables
  const [{ data, error, fetching }, reload] = useQuery({ query: accountingQuery, variables })
  const [isAdding, setAdding] = useState(false)
  const [striking, setStriking] = useState<AccountingRowFragment>()
  const [suspending, setSuspending] = useState<AccountingRowFragment>()
  const changes = { onStrike: setStriking, onSuspend: setSuspending }
  const statement = data?.accountingOfDisclosures
  const today = clinicDay(frame.now, frame.timeZone)
  const shown = statement ?? { fromDay: query.get('fromDay') ?? '', toDay: query.get('toDay') ?? '' }
  const days = Object.fromEntries(Object.entries(variables).filter(([name]) => name !== 'patientId'))
  return (
    <div className={stack} aria-busy={fetching}>
      <search className={filters} aria-label="Period">
        <NativeDate
          label="From"
          min={firstAccountingDay(today)}
          max={today}
          value={shown.fromDay}
          onChange={put('fromDay')}
        />
        <NativeDate label="To" max={today} value={shown.toDay} onChange={put('toDay')} />
        <span className={ends}>
          <ButtonLink size="small" href={patientPath(patientId, 'disclosures')}>
            Open Chart
          </ButtonLink>
          <ButtonLink
            size="small"
            icon="download"
            href={`/api/patients/${encodeURIComponent(patientId)}/accounting.csv?${new URLSearchParams(days)}`}
            download
          >
            Export CSV
          </ButtonLink>
          <Button size="small" icon="print" onClick={() => window.print()}>
            Print Statement
          </Button>
          <Button size="small" variant="primary" icon="plus" onClick={() => setAdding(true)}>
            Add Disclosure
          </Button>
        </span>
      </search>
      {problem && (
        <Banner tone="caution" isAlert>
          {`${problem}. The last ${ACCOUNTING_YEARS} years are shown.`}
        </Banner>
      )}
      {statement ? (
        <>
          <Card>
            <CardHead title={statement.patientName} />
            <CardBody>
              <p className={remark}>
                {statement.clinicName} · {showDay(statement.fromDay)} to {showDay(statement.toDay)}
              </p>
              <p className={remark}>
                This statement lists to whom {statement.clinicName} disclosed health information about the
                patient in this period, as 45 CFR 164.528 requires. Repeated disclosures of one kind to one
                recipient are one entry with their number and the last date.
              </p>
            </CardBody>
          </Card>
          <PatientRequests patientId={patientId} requests={statement.requests} today={today} />
          <Section title="Disclosures" rows={statement.required} {...changes} />
          <Section
            title="Disclosures Under an Authorization"
            text="The patient permitted these in a signed authorization. The law does not require them in this statement (45 CFR 164.528(a)(1)(iv)). They are listed for information."
            rows={statement.authorized}
            {...changes}
          />
          {statement.suspended.length > 0 && (
            <div className={notPrinted}>
              <Section
                title="Suspended Entries"
                text="A law enforcement or health oversight agency asked not to tell the patient about these until the day shown (45 CFR 164.528(a)(2)). They are not printed. The CSV file has them, with that day."
                rows={statement.suspended}
                {...changes}
              />
            </div>
          )}
          {statement.struck.length > 0 && (
            <div className={notPrinted}>
              <Section
                title="Struck Entries"
                text="Staff entered these by mistake. They are not printed."
                rows={statement.struck}
              />
            </div>
          )}
        </>
      ) : error && !fetching ? (
        <EmptyState text={errorMessage(error, 'The accounting could not be loaded. Try again.').message} />
      ) : (
        <Skeleton label="Loading the accounting..." />
      )}
      {isAdding && (
        <OnDemand>
          <AddDisclosure
            patientId={patientId}
            onAdded={() => reload({ requestPolicy: 'network-only' })}
            onClose={() => setAdding(false)}
          />
        </OnDemand>
      )}
      {suspending && (
        <OnDemand>
          <SuspendDisclosure
            patientId={patientId}
            row={suspending}
            onClose={() => setSuspending(undefined)}
          />
        </OnDemand>
      )}
      {striking && (
        <OnDemand>
          <StrikeDisclosure patientId={patientId} row={striking} onClose={() => setStriking(undefined)} />
        </OnDemand>
      )}
    </div>
  )
}

type SectionProps = {
  title: string
  text?: string
  rows: readonly AccountingRowFragment[]
  onStrike?: (row: AccountingRowFragment) => void
  onSuspend?: (row: AccountingRowFragment) => void
}

function Section({ title, text, rows, ...changes }: SectionProps) {
  return (
    <Card>
      <CardHead title={title} />
      {text && (
        <CardBody>
          <p className={remark}>{text}</p>
        </CardBody>
      )}
      {rows.length > 0 ? (
        <AccountingTable label={title} rows={rows} {...changes} />
      ) : (
        <EmptyState text="No disclosures in this period" />
      )}
    </Card>
  )
}
