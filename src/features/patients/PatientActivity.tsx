import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientActivityQuery } from '#generated/graphql.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { Moment } from '../time/Moment.tsx'
import { ChartAccess } from './ChartAccess.tsx'
import { flush, part } from './PatientDialog.css.ts'
import { StatusBadge } from './PatientStage.tsx'
import { whoMoved } from './whoMoved.ts'

const History = graphql(`
  query PatientActivity($patientId: ID!, $first: Int, $after: String) {
    patientStatusHistory(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id from to reason changedAt days changedBy { id firstName lastName } } }
    }
  }
`)

type Stay = PatientActivityQuery['patientStatusHistory']['edges'][number]['node']

/** A patient's past statuses and who changed them; for administrators also who saw or changed the patient's data. */
export function PatientActivity({ patientId }: { patientId: string }) {
  const { viewer } = useFrame()
  return (
    <>
      <section className={part}>
        <h3 className={section}>Status history</h3>
        <Pages
          document={History}
          variables={{ patientId }}
          connectionOf={(data) => data.patientStatusHistory}
          empty={<EmptyState text="No status changes yet" />}
          fallback="The history could not be loaded"
        >
          {(stays) => (
            <div className={flush}>
              <List label="Status history">
                {stays.map((stay) => (
                  <ListItem key={stay.id} detail={<Detail stay={stay} />}>
                    <StatusBadge status={stay.to} />
                  </ListItem>
                ))}
              </List>
            </div>
          )}
        </Pages>
      </section>
      {can(viewer, 'audit.read') && <ChartAccess patientId={patientId} />}
    </>
  )
}

const stayed = (days: number) => (days === 0 ? 'less than a day' : `for ${amountOf(days, 'day')}`)

function Detail({ stay }: { stay: Stay }) {
  return (
    <>
      <Moment at={stay.changedAt} />
      {` · ${whoMoved(stay)} · ${stayed(stay.days)}`}
      {stay.reason && (
        <>
          <br />
          {stay.reason}
        </>
      )}
    </>
  )
}
