import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { toast, toastFailure } from '#client/toast.ts'

import { amountOf } from '#domain/amount.ts'
import { describeBrokenLink } from '#domain/audit/integrity.ts'
import { graphql } from '#generated/gql.ts'
import type { AuditTrailIntegrityQuery } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card, CardBody, CardHead } from '#ui/Card.tsx'
import { Description, DescriptionList } from '#ui/DescriptionList.tsx'
import { Moment } from '../time/Moment.tsx'
import { digest as digestClass } from './AuditLogs.css.ts'

export const auditIntegrityQuery = graphql(`
  query AuditTrailIntegrity($isSinceWanted: Boolean) {
    auditIntegrity(isSinceWanted: $isSinceWanted) {
      checkedAt rows rowsSince isSinceChecked isIntact digest
      brokenLink { lane position rowId kind }
    }
    newestTreeHead { size signedAt isLate mailedAt timeStamps { service stampedAt isLate } lockedCopy { copiedAt isLate } }
  }
`)

/** Asks only for the stored result, which needs no wait. */
export const integrityVariables = { isSinceWanted: false }

type Integrity = NonNullable<AuditTrailIntegrityQuery['auditIntegrity']>
type Head = NonNullable<AuditTrailIntegrityQuery['newestTreeHead']>

/** Shows whether the hash chain of the audit log is intact. */
export function AuditIntegrity() {
  const client = useClient()
  const [{ data }] = useQuery({ query: auditIntegrityQuery, variables: integrityVariables })
  const [checked, setChecked] = useState<Integrity>()
  const [isPending, setPending] = useState(false)
  const integrity = checked ?? data?.auditIntegrity

  async function check() {
    setPending(true)
    const found = await client
      .query(auditIntegrityQuery, { isSinceWanted: true }, { requestPolicy: 'network-only' })
      .toPromise()
    setPending(false)
    if (found.error) toastFailure(found.error, 'The audit log could not be verified.', check)
    else if (found.data?.auditIntegrity) setChecked(found.data.auditIntegrity)
    else toast.failure('Not Checked', 'The audit log is too long to verify now. It is verified every night.')
  }

  return (
    <Card>
      <CardHead title="Integrity">
        <Badge tone="positive" icon="shield">
          HIPAA Compliance Active
        </Badge>
        <Button size="small" icon="refresh" isPending={isPending} onClick={() => void check()}>
          Check Now
        </Button>
      </CardHead>
      <CardBody>
        {integrity?.brokenLink && (
          <Banner tone="critical" title="The audit log has been altered" isAlert>
            <p>{describeBrokenLink(integrity.brokenLink)}.</p>
          </Banner>
        )}
        <DescriptionList>
          <Description label="Last Checked" empty="Not yet. The audit log is verified every night.">
            {integrity && <Checked integrity={integrity} />}
          </Description>
          <Description label="Rows Checked" empty="None yet">
            {integrity && rowsText(integrity)}
          </Description>
          <Description label="Last Signed" empty="Not yet">
            {data?.newestTreeHead && <Signed head={data.newestTreeHead} />}
          </Description>
          <Description label="Rows Signed" empty="None yet">
            {data?.newestTreeHead && count(data.newestTreeHead.size)}
          </Description>
          <Description label="Last Time-Stamped" isWide empty="No time-stamp service is set up">
            {data?.newestTreeHead?.timeStamps.length ? (
              <TimeStamps stamps={data.newestTreeHead.timeStamps} />
            ) : null}
          </Description>
          <Description label="Last Locked Copy Outside the Server" isWide empty="No bucket is set up">
            {data?.newestTreeHead?.lockedCopy && <LockedCopy copy={data.newestTreeHead.lockedCopy} />}
          </Description>
          <Description label="Last E-Mailed Outside the Clinic" isWide empty="Never">
            {data?.newestTreeHead?.mailedAt && <Moment at={data.newestTreeHead.mailedAt} />}
          </Description>
          <Description label="Digest (Also in the Server Log)" isWide empty="None yet">
            {integrity && <code className={digestClass}>{integrity.digest}</code>}
          </Description>
          <Description label="Evidence" isWide empty="">
            Caseload signs the state of the audit log every minute. Only a signed state that was kept outside
            of this server proves a later change against whoever runs it.
          </Description>
        </DescriptionList>
      </CardBody>
    </Card>
  )
}

function Checked({ integrity }: { integrity: Integrity }) {
  return (
    <>
      <Moment at={integrity.checkedAt} />{' '}
      {integrity.isIntact ? (
        <Badge tone="positive" icon="check">
          Intact
        </Badge>
      ) : (
        <Badge tone="critical" icon="alert">
          Broken
        </Badge>
      )}
    </>
  )
}

function Signed({ head }: { head: Head }) {
  return (
    <>
      <Moment at={head.signedAt} /> {head.isLate && <Late />}
    </>
  )
}

const Late = () => (
  <Badge tone="critical" icon="alert">
    Late
  </Badge>
)

const TimeStamps = ({ stamps }: { stamps: Head['timeStamps'] }) =>
  stamps.map(({ service, stampedAt, isLate }) => (
    <div key={service}>
      {service}: {stampedAt ? <Moment at={stampedAt} /> : 'not yet'} {isLate && <Late />}
    </div>
  ))

const LockedCopy = ({ copy: { copiedAt, isLate } }: { copy: NonNullable<Head['lockedCopy']> }) => (
  <>
    {copiedAt ? <Moment at={copiedAt} /> : 'Not yet'} {isLate && <Late />}
  </>
)

const count = (rows: number) => amountOf(rows, 'row')

function rowsText({ rows, rowsSince, isSinceChecked }: Integrity): string {
  if (rowsSince === 0) return count(rows)
  return `${count(rows)}, and ${count(rowsSince)} since${isSinceChecked ? ', checked just now' : ''}`
}
