import { useFrame } from '#client/frame.ts'
import { can } from '#domain/access/policy.ts'
import { graphql } from '#generated/gql.ts'
import type { PatientActivityQuery } from '#generated/graphql.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { List, ListItem } from '#ui/List.tsx'
import { section } from '#ui/type.css.ts'
import { Pages } from '../paging/Pages.tsx'
import { Moment } from '../time/Moment.tsx'
import { ChartAccess } from './ChartAccess.tsx'
import { flush, timeline } from './PatientDialog.css.ts'
import { PatientEdits } from './PatientEdits.tsx'

const Timeline = graphql(`
  query PatientActivity($patientId: ID!, $first: Int, $after: String) {
    patientTimeline(patientId: $patientId, first: $first, after: $after) {
      pageInfo { hasNextPage endCursor }
      edges { node { id action resourceType description subject scheduledAt reason userName createdAt } }
    }
  }
`)

type Event = PatientActivityQuery['patientTimeline']['edges'][number]['node']

const icons: Record<string, IconName> = {
  patient: 'people',
  consent_request: 'pen',
  consent_form: 'pen',
  appointment: 'calendar',
  task: 'task',
  patient_note: 'note',
  patient_record: 'file',
  forwarding: 'send',
  legal_hold: 'lock',
}

/** Everything that happened to a patient; for administrators also the edits of the patient's details, and who saw or changed anything. */
export function PatientActivity({ patientId }: { patientId: string }) {
  const { viewer } = useFrame()
  return (
    <>
      <section className={timeline}>
        <h3 className={section}>Timeline</h3>
        <Pages
          document={Timeline}
          variables={{ patientId }}
          connectionOf={(data) => data.patientTimeline}
          empty={<EmptyState text="Nothing has happened yet" />}
          fallback="The timeline could not be loaded"
        >
          {(events) => (
            <div className={flush}>
              <List label="Timeline">
                {events.map((event) => (
                  <ListItem
                    key={event.id}
                    icon={icons[event.resourceType] ?? 'info'}
                    detail={<Detail event={event} />}
                  >
                    {event.subject ? `${event.description}: ${event.subject}` : event.description}
                  </ListItem>
                ))}
              </List>
            </div>
          )}
        </Pages>
      </section>
      {can(viewer, 'audit.read') && (
        <>
          <PatientEdits patientId={patientId} />
          <ChartAccess patientId={patientId} />
        </>
      )}
    </>
  )
}

function Detail({ event: { scheduledAt, reason, userName, createdAt } }: { event: Event }) {
  return (
    <>
      <Moment at={createdAt} />
      {userName && ` · ${userName}`}
      {scheduledAt && (
        <>
          {' · for '}
          <Moment at={scheduledAt} />
        </>
      )}
      {reason && (
        <>
          <br />
          {reason}
        </>
      )}
    </>
  )
}
