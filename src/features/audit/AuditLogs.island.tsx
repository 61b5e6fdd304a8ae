import { useQuery } from 'urql'
import { changeAddress, useAddressQuery, withChange } from '#client/address.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { paths, patientPath } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import type { AuditAction, AuditLogsQuery, AuditLogsQueryVariables } from '#generated/graphql.ts'
import { Badge } from '#ui/Badge.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardFoot, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Tone } from '#ui/theme.css.ts'
import { small, strong } from '#ui/type.css.ts'
import { Moment } from '../time/Moment.tsx'
import { body, details, entry, facts, more, timeline } from './AuditLogs.css.ts'

export const auditLogsQuery = graphql(`
  query AuditLogs($first: Int, $after: String) {
    auditLogs(first: $first, after: $after) {
      totalCount
      pageInfo { hasNextPage hasPreviousPage endCursor }
      edges {
        node {
          id action resourceType resourceId userId userName patientId patientName details ipAddress createdAt
        }
      }
    }
  }
`)

/** What the address asks of the trail; page and island read it the same way. */
export const auditVariables = (query: URLSearchParams): AuditLogsQueryVariables => ({
  first: 50,
  ...(query.get('after') && { after: query.get('after') }),
})

type Entry = AuditLogsQuery['auditLogs']['edges'][number]['node']

const tones: Partial<Record<AuditAction, Tone>> = {
  created: 'positive',
  updated: 'info',
  deleted: 'critical',
  viewed: 'neutral',
  listed: 'neutral',
  consent_sent: 'info',
  consent_signed: 'positive',
  consent_voided: 'caution',
  denied: 'critical',
  login_failed: 'caution',
}

/** The audit trail as a timeline, for administrators. */
export function AuditLogs({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <Timeline initialQuery={initialQuery} />
    </Island>
  )
}

function Timeline({ initialQuery }: { initialQuery: string }) {
  const query = useAddressQuery(initialQuery)
  const [{ data }] = useQuery({ query: auditLogsQuery, variables: auditVariables(query) })
  const trail = data?.auditLogs
  return (
    <Card>
      <CardHead title="Activity Timeline">
        <Badge tone="positive" icon="shield">
          HIPAA Compliance Active
        </Badge>
        <span className={small}>Total Events: {trail?.totalCount?.toLocaleString('en-US') ?? '…'}</span>
      </CardHead>
      {!trail && <Skeleton label="Loading audit logs..." />}
      {trail?.edges.length === 0 && <EmptyState text="No audit logs found" />}
      <ol className={timeline}>
        {trail?.edges.map(({ node }) => (
          <TrailEntry key={node.id} node={node} />
        ))}
      </ol>
      {trail && (trail.pageInfo.hasNextPage || trail.pageInfo.hasPreviousPage) && (
        <CardFoot>
          {trail.pageInfo.hasPreviousPage && (
            <PageLink query={query} after={null}>
              Newest
            </PageLink>
          )}
          {trail.pageInfo.hasNextPage && (
            <PageLink query={query} after={trail.pageInfo.endCursor ?? null}>
              Older
            </PageLink>
          )}
        </CardFoot>
      )}
    </Card>
  )
}

function PageLink({
  query,
  after,
  children,
}: {
  query: URLSearchParams
  after: string | null
  children: string
}) {
  return (
    <ButtonLink
      size="small"
      href={`${paths.auditLogs}${withChange(query.toString(), { after })}`}
      onClick={(event) => {
        event.preventDefault()
        changeAddress({ after })
        window.scrollTo({ top: 0 })
      }}
    >
      {children}
    </ButtonLink>
  )
}

function TrailEntry({ node }: { node: Entry }) {
  const by = node.userName ?? (node.userId ? 'A former user' : 'The patient or the system')
  return (
    <li className={entry}>
      <Badge tone={tones[node.action] ?? 'neutral'}>{spaced(node.action)}</Badge>
      <div className={body}>
        <p>
          <span className={strong}>{spaced(node.resourceType)}</span>{' '}
          {node.patientId && <a href={patientPath(node.patientId)}>{node.patientName ?? 'a patient'}</a>}
        </p>
        <p className={small}>
          {by}
          {node.ipAddress && ` · IP: ${node.ipAddress}`}
        </p>
        <Details node={node} />
      </div>
      <span className={small}>
        <Moment at={node.createdAt} />
      </span>
    </li>
  )
}

const spaced = (word: string) => word.replaceAll('_', ' ')

/** Names come first; the ids behind them and what else was recorded are there on demand. */
function Details({ node }: { node: Entry }) {
  return (
    <details className={more}>
      <summary>Details</summary>
      <div className={facts}>
        {node.resourceId && <span>ID: {node.resourceId}</span>}
        {node.userId && <span>User ID: {node.userId}</span>}
        {node.patientId && <span>Patient ID: {node.patientId}</span>}
      </div>
      {node.details != null && <pre className={details}>{JSON.stringify(node.details, null, 2)}</pre>}
    </details>
  )
}
