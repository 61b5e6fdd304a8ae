import { useMutation } from 'urql'
import { toastFailure } from '#client/toast.ts'
import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { IMPORT_REPORT_DAYS, type ImportState } from '#domain/imports/patientImport.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { Stat, StatRow } from '#ui/Stat.tsx'
import { ImportRows } from './ImportRows.tsx'
import { cards, foot } from './Imports.css.ts'
import type { WholeImport } from './importDocuments.ts'

const Run = graphql(`
  mutation ImportResult_Run($input: PatientImportIdInput!) {
    runPatientImport(input: $input) { ...PatientImportFacts }
  }
`)

type Props = { one: WholeImport; onChange: () => void }

/** What the import would do, or what it did, with remarks by row. */
export function ImportResult({ one, onChange }: Props) {
  const { id, state, created, duplicates, refused, possibleDuplicates } = one
  const isTrial = state === 'checked'
  return (
    <div className={cards}>
      <Ending one={one} />
      <StatRow label={isTrial ? 'What the import would do' : 'What the import did'}>
        <Stat label="Rows in the File" value={one.rowsTotal} />
        <Stat label={isTrial ? 'New patients' : 'Patients created'} value={created} />
        <Stat label="Already Patients" value={duplicates} />
        <Stat label="Rows With Errors" value={refused} />
      </StatRow>
      {duplicates + refused > 0 && (
        <Card>
          <CardHead title="Rows Not Imported">{isTrial && <Report id={id} />}</CardHead>
          <ImportRows key={`${id} ${state}`} id={id} label="Rows Not Imported" which="leftOut" />
        </Card>
      )}
      {possibleDuplicates > 0 && (
        <Card>
          <CardHead title={`Possible duplicates (${possibleDuplicates.toLocaleString('en-US')})`} />
          <CardBody>
            <Banner tone="caution">
              {isTrial
                ? 'These patients may already exist. They are imported unless you remove them from the file.'
                : 'These imported patients may already exist.'}
            </Banner>
          </CardBody>
          <ImportRows key={`${id} ${state}`} id={id} label="Possible duplicates" which="possibleDuplicate" />
        </Card>
      )}
      {isTrial ? <Next one={one} onChange={onChange} /> : <Over state={state} id={id} />}
    </div>
  )
}

function Ending({ one: { state, error } }: Pick<Props, 'one'>) {
  if (state === 'failed')
    return (
      <Banner tone="critical" title="The import could not continue">
        {error}
      </Banner>
    )
  if (state === 'cancelled')
    return <Banner tone="neutral">This import was cancelled, and its file was deleted.</Banner>
  if (state === 'abandoned')
    return <Banner tone="neutral">This file was not imported within a day, so it was deleted.</Banner>
  return null
}

function Next({ one, onChange }: Props) {
  const [{ fetching }, run] = useMutation(Run)
  const { id, created } = one
  async function start(): Promise<void> {
    const { error } = await run({ input: { importId: id } })
    if (error) toastFailure(error, 'The import could not be started')
  }
  return (
    <div className={foot}>
      <Button icon="chevronLeft" onClick={onChange}>
        Change Columns
      </Button>
      <Button
        variant="primary"
        icon="people"
        isPending={fetching}
        {...(created === 0 && { disabledReason: 'No row in this file would add a new patient' })}
        onClick={() => void start()}
      >
        Import {amountOf(created, 'Patient')}
      </Button>
    </div>
  )
}

/** The downloadable report by line with the resulting patients, available for a while. */
const Report = ({ id }: { id: string }) => (
  <ButtonLink
    icon="download"
    href={`/api/patient-imports/${id}/report.csv`}
    download
    title={`Results for each line, kept for ${IMPORT_REPORT_DAYS} days`}
  >
    Download Report
  </ButtonLink>
)

function Over({ state, id }: { state: ImportState; id: string }) {
  return (
    <div className={foot}>
      {state === 'finished' && <Report id={id} />}
      <ButtonLink href={paths.importPatients} icon="upload">
        Import Another File
      </ButtonLink>
      <ButtonLink href={paths.patients} variant="primary" icon="people">
        View Patients
      </ButtonLink>
    </div>
  )
}
