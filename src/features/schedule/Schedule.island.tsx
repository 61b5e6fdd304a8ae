import { useCallback } from 'react'
import { useQuery } from 'urql'
import type { Frame } from '#client/frame.ts'
import { Island } from '#client/Island.tsx'
import { useFocusRefetch } from '#client/useFocusRefetch.ts'
import { patientPath, statusPath } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card, CardHead } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListItem } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { small, strong } from '#ui/type.css.ts'
import { fullName } from '../patients/PatientRow.ts'
import { Moment } from '../time/Moment.tsx'

export const scheduleQuery = graphql(`
  query Schedule($after: String) {
    appointments(upcoming: true, first: 100, after: $after) {
      edges {
        node {
          id scheduledAt duration status location
          patient { id firstName lastName }
          provider { id firstName lastName }
        }
      }
    }
  }
`)

/** What is to come, by time. */
export function Schedule({ frame }: { frame: Frame }) {
  return (
    <Island frame={frame}>
      <Upcoming />
    </Island>
  )
}

function Upcoming() {
  const [{ data }, refetch] = useQuery({ query: scheduleQuery, variables: {} })
  useFocusRefetch(useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]))
  const appointments = data?.appointments.edges.map(({ node }) => node)
  return (
    <Card>
      <CardHead title="Upcoming Appointments">
        <span className={small}>Total: {appointments?.length ?? '…'} appointments</span>
        <ButtonLink size="small" icon="calendar" href={statusPath('consent_signed')}>
          Schedule Appointment
        </ButtonLink>
      </CardHead>
      {!appointments && <Skeleton />}
      {appointments?.length === 0 && (
        <EmptyState text="No appointments scheduled">
          <p className={small}>Note: Patients must have signed consent forms before scheduling</p>
        </EmptyState>
      )}
      {appointments && appointments.length > 0 && (
        <List label="Upcoming Appointments">
          {appointments.map((one) => (
            <ListItem
              key={one.id}
              icon="calendar"
              detail={`Duration: ${one.duration} minutes · Status: ${one.status}${one.location ? ` · ${one.location}` : ''}`}
            >
              <span className={strong}>
                <Moment at={one.scheduledAt} />
              </span>{' '}
              <a href={patientPath(one.patient.id)}>{fullName(one.patient)}</a> with {fullName(one.provider)}
            </ListItem>
          ))}
        </List>
      )}
    </Card>
  )
}
