import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { describeReading, mergeReadings } from '#domain/audit/readings.ts'
import { PAGE } from '#domain/paging.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { section } from '#ui/type.css.ts'
import { more } from '../paging/Pages.css.ts'
import { Moment } from '../time/Moment.tsx'
import { flush, part } from './PatientDialog.css.ts'

const Readings = graphql(`
  query ChartReaders($patientId: ID!, $first: Int!) {
    viewed: auditLogs(patientId: $patientId, action: viewed, first: $first) {
      pageInfo { hasNextPage } edges { node { id action resourceType userName createdAt } }
    }
    listed: auditLogs(patientId: $patientId, action: listed, first: $first) {
      pageInfo { hasNextPage } edges { node { id action resourceType userName createdAt } }
    }
    downloaded: auditLogs(patientId: $patientId, action: downloaded, first: $first) {
      pageInfo { hasNextPage } edges { node { id action resourceType userName createdAt } }
    }
  }
`)

/** Who viewed something of a patient, and when, for auditors. */
export function ChartReaders({ patientId }: { patientId: string }) {
  const [shown, setShown] = useState<number>(PAGE.size)
  const [{ data, error }] = useQuery({ query: Readings, variables: { patientId, first: shown } })
  const parts = (data ? [data.viewed, data.listed, data.downloaded] : []).map(({ edges, pageInfo }) => ({
    rows: edges.map(({ node }) => node),
    hasMore: pageInfo.hasNextPage,
  }))
  const rows = mergeReadings(parts)
  const hasMore = parts.some((part) => part.hasMore)
  return (
    <section className={part}>
      <h3 className={section}>Who Opened This Chart</h3>
      {error && (
        <Banner tone="critical" isAlert>
          {errorMessage(error, 'The audit log could not be loaded').message}
        </Banner>
      )}
      {!data && !error && <Skeleton />}
      {data && rows.length === 0 && <EmptyState text="No one has opened this chart yet" />}
      <div className={flush}>
        <List label="Who Opened This Chart">
          {rows.map((row) => (
            <ListItem key={row.id} icon="eye" detail={<Moment at={row.createdAt} />}>
              {describeReading(row)}
            </ListItem>
          ))}
        </List>
      </div>
      {hasMore && shown < PAGE.max && (
        <div className={more}>
          <Button size="small" onClick={() => setShown(Math.min(PAGE.max, shown + PAGE.size))}>
            Show More
          </Button>
        </div>
      )}
    </section>
  )
}
