import { graphql } from '#generated/gql.ts'
import { inputWith, route } from './route.ts'

export const RestClosure = graphql(`
  fragment RestClosure on Closure {
    id providerId startsAt endsAt reason appointmentCount createdAt provider { id firstName lastName }
  }
`)

export const availabilityRoutes = [
  route('GET /api/free-slots', {
    document: graphql(`
      query RestFreeSlots($patientId: ID, $providerId: ID, $appointmentId: ID, $duration: Int, $from: DateTime) {
        freeSlots(
          patientId: $patientId, providerId: $providerId, appointmentId: $appointmentId, duration: $duration, from: $from
        ) { slots nextFrom }
      }
    `),
    filters: ['patientId', 'providerId', 'appointmentId', 'duration', 'from'],
    numbers: ['duration'],
    reply: ({ freeSlots }) => freeSlots,
  }),
  route('GET /api/busy-times', {
    document: graphql(`
      query RestBusyTimes($day: Date!, $patientId: ID, $providerId: ID, $appointmentId: ID) {
        busyTimes(day: $day, patientId: $patientId, providerId: $providerId, appointmentId: $appointmentId) {
          of scheduledAt duration
        }
      }
    `),
    filters: ['day', 'patientId', 'providerId', 'appointmentId'],
    reply: ({ busyTimes }) => busyTimes,
  }),
  route('GET /api/working-hours', {
    document: graphql(`
      query RestWorkingHours($providerId: ID) {
        workingHours(providerId: $providerId) { id providerId weekday startsAt endsAt }
      }
    `),
    filters: ['providerId'],
    reply: ({ workingHours }) => workingHours,
  }),
  route('PUT /api/users/:id/working-hours', {
    document: graphql(`
      mutation RestSetWorkingHours($input: SetWorkingHoursInput!) {
        setWorkingHours(input: $input) { id providerId weekday startsAt endsAt }
      }
    `),
    variables: inputWith({ id: 'providerId' }),
    reply: ({ setWorkingHours }) => ({ hours: setWorkingHours, message: 'Working hours updated' }),
  }),
  route('GET /api/users/:id/appointments-outside-hours', {
    document: graphql(`
      query RestOutsideHours($providerId: ID!) { appointmentsOutsideHours(providerId: $providerId) { count nextAt } }
    `),
    variables: ({ params }) => ({ providerId: params.id }),
    reply: ({ appointmentsOutsideHours }) => appointmentsOutsideHours,
  }),
  route('GET /api/closures', {
    document: graphql(`
      query RestClosures($from: DateTime!, $to: DateTime!) { closures(from: $from, to: $to) { ...RestClosure } }
    `),
    filters: ['from', 'to'],
    reply: ({ closures }) => closures,
  }),
  route('POST /api/closures', {
    document: graphql(`
      mutation RestAddClosure($input: AddClosureInput!) { addClosure(input: $input) { ...RestClosure } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ addClosure }) => ({ ...addClosure, message: 'Closure added' }),
  }),
  route('DELETE /api/closures/:id', {
    document: graphql(`mutation RestRemoveClosure($input: ClosureIdInput!) { removeClosure(input: $input) }`),
    variables: inputWith({ id: 'closureId' }),
    reply: () => ({ message: 'Closure removed' }),
  }),
]
