import { useQuery } from 'urql'
import { useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { graphql } from '#generated/gql.ts'
import type { AuditLogsQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardFoot, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ExportEvidenceButton } from '../accounting/ExportEvidenceButton.tsx'
import { BreakGlassButton } from '../restrictions/BreakGlassButton.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditIntegrity } from './AuditIntegrity.tsx'
import { onScreen, stack, timeline, total } from './AuditLogs.css.ts'
import { AuditRow } from './AuditRow.tsx'
import { auditFilters, auditLink, auditVariables, exportPath, noFilters } from './auditAddress.ts'

export const auditLogsQuery = graphql(`
  query AuditLogs(
    $first: Int, $after: String, $userId: ID, $patientId: ID, $action: AuditAction, $resourceType: String
    $readsOnly: Boolean, $fromDay: Date, $toDay: Date
  ) {
    auditLogs(
      first: $first, after: $after, userId: $userId, patientId: $patientId, action: $action
      resourceType: $resourceType, readsOnly: $readsOnly, fromDay: $fromDay, toDay: $toDay
    ) {
      trailCount
      pageInfo { hasNextPage hasPreviousPage endCursor }
      edges {
        node {
          id action resourceType resourceId userId userName userRole patientId patientName details ipAddress createdAt
          patientScope patientIds
        }
      }
    }
  }
`)

/** The audit log as a timeline, for administrators. */
export function AuditLogs({ frame, initialQuery }: { frame: Frame; initialQuery: string }) {
  return (
    <Island frame={frame}>
      <div className={stack}>
        <AuditIntegrity />
        <Timeline initialQuery={initialQuery} />
      </div>
    </Island>
  )
}

function Timeline({ initialQuery }: { initialQuery: string }) {
  const query = useAddressQuery(initialQuery)
  const [{ data, error, stale, fetching }] = useQuery({
    query: auditLogsQuery,
    variables: auditVariables(query),
  })
  const page = data?.auditLogs
  const nodes = page?.edges.map(({ node }) => node)
  const { userId, patientId } = auditFilters(query)
  return (
    <Card aria-busy={stale || fetching} isReplacing={fetching && data !== undefined}>
      <CardHead title="Activity Timeline">
        <span className={total}>Total Events: {page?.trailCount.toLocaleString('en-US') ?? '…'}</span>
        {/* The same URL as in `alertTypes`, which is not imported because it would load the rules of every alert. */}
        <BreakGlassButton isWanted={query.has('breakGlass')} />
        <Exports query={query} />
      </CardHead>
      <div className={onScreen}>
        <AuditFilters
          query={query}
          shownName={nodes?.find((node) => node.userId === userId)?.userName ?? undefined}
          patientName={nodes?.find((node) => node.patientId === patientId)?.patientName ?? undefined}
        />
      </div>
      {page ? (
        <Rows page={page} query={query} />
      ) : error && !fetching ? (
        <EmptyState text={errorMessage(error, 'The audit log could not be loaded. Try again.').message} />
      ) : (
        <Skeleton label="Loading audit logs..." />
      )}
    </Card>
  )
}

function Exports({ query }: { query: URLSearchParams }) {
  return (
    <span className={onScreen}>
      {(['csv', 'json'] as const).map((format) => (
        <ButtonLink key={format} size="small" icon="download" href={exportPath(query, format)} download>
          Export {format.toUpperCase()}
        </ButtonLink>
      ))}
      <ExportEvidenceButton />
      <Button size="small" icon="file" onClick={() => window.print()}>
        Print
      </Button>
    </span>
  )
}

function Rows({ page, query }: { page: AuditLogsQuery['auditLogs']; query: URLSearchParams }) {
  const { edges, pageInfo } = page
  const isNarrowed = Object.keys(auditFilters(query)).length > 0
  if (edges.length === 0)
    return (
      <EmptyState text="No audit logs found">
        {isNarrowed && (
          <ButtonLink size="small" {...auditLink(query, noFilters)}>
            Clear Filters
          </ButtonLink>
        )}
      </EmptyState>
    )
  return (
    <>
      <ol className={timeline}>
        {edges.map(({ node }) => (
          <AuditRow key={node.id} node={node} query={query} />
        ))}
      </ol>
      {(pageInfo.hasNextPage || pageInfo.hasPreviousPage) && (
        <CardFoot>
          {pageInfo.hasPreviousPage && (
            <ButtonLink size="small" {...auditLink(query, { after: null })}>
              Newest
            </ButtonLink>
          )}
          {pageInfo.hasNextPage && (
            <ButtonLink size="small" {...auditLink(query, { after: pageInfo.endCursor ?? null })}>
              Older
            </ButtonLink>
          )}
        </CardFoot>
      )}
    </>
  )
}
