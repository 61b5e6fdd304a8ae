import { graphql } from '#generated/gql.ts'
import { file, inputWith, list, route, versionedRoute } from './route.ts'

export const RestAppointment = graphql(`
  fragment RestAppointment on Appointment {
    id patientId providerId scheduledAt duration status location notes isConsultation isDoubleBooked cancelReason
    unattended arrivedAt patientAnswer patientAnsweredAt createdAt updatedAt version identifiers { system value }
    patient { id firstName lastName }
    provider { id firstName lastName }
    createdBy { id firstName lastName }
  }
`)

const onAppointment = inputWith({ id: 'appointmentId' })

export const appointmentRoutes = [
  list('GET /api/appointments', {
    document: graphql(`
      query RestAppointments(
        $first: Int, $after: String, $upcoming: Boolean, $from: DateTime, $to: DateTime, $providerId: ID
        $patientId: ID, $status: AppointmentStatus, $updatedSince: DateTime, $sort: AppointmentSort
      ) {
        appointments(
          first: $first, after: $after, upcoming: $upcoming, from: $from, to: $to, providerId: $providerId
          patientId: $patientId, status: $status, updatedSince: $updatedSince, sort: $sort
        ) {
          edges { cursor node { ...RestAppointment } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    filters: ['upcoming', 'from', 'to', 'providerId', 'patientId', 'status', 'updatedSince', 'sort'],
    flags: ['upcoming'],
    connection: ({ appointments }) => appointments,
  }),
  file('GET /api/appointments/:id/calendar', {
    document: graphql(`
      query RestAppointmentCalendar($id: ID!) { appointmentCalendar(id: $id) { fileName content } }
    `),
    variables: ({ params }) => ({ id: params.id }),
    file: ({ appointmentCalendar }) => ({
      content: Buffer.from(appointmentCalendar.content),
      mimeType: 'text/calendar; charset=utf-8',
      fileName: appointmentCalendar.fileName,
    }),
  }),
  route('POST /api/appointments', {
    document: graphql(`
      mutation RestBookAppointment($input: BookAppointmentInput!) { bookAppointment(input: $input) { ...RestAppointment } }
    `),
    status: 201,
    variables: inputWith(),
    reply: ({ bookAppointment }) => ({ ...bookAppointment, message: 'Appointment booked successfully' }),
  }),
  route('GET /api/appointment-days', {
    document: graphql(`
      query RestAppointmentDays($from: Date!, $to: Date!, $providerId: ID, $status: AppointmentStatus) {
        appointmentDays(from: $from, to: $to, providerId: $providerId, status: $status) { day providerId count }
      }
    `),
    filters: ['from', 'to', 'providerId', 'status'],
    reply: ({ appointmentDays }) => appointmentDays,
  }),
  route('GET /api/appointments/by-identifier', {
    document: graphql(`
      query RestAppointmentByIdentifier($system: String!, $value: String!) {
        appointmentByIdentifier(system: $system, value: $value) { ...RestAppointment }
      }
    `),
    filters: ['system', 'value'],
    reply: ({ appointmentByIdentifier }) => appointmentByIdentifier,
  }),
  route('PUT /api/appointments/by-identifier', {
    document: graphql(`
      mutation RestUpsertAppointment($input: UpsertAppointmentInput!) {
        upsertAppointment(input: $input) { isNew appointment { ...RestAppointment } }
      }
    `),
    variables: inputWith(),
    reply: ({ upsertAppointment: { appointment, isNew } }) => ({
      ...appointment,
      isNew,
      message: isNew ? 'Appointment booked successfully' : 'Appointment updated successfully',
    }),
  }),
  route('GET /api/appointments/:id', {
    document: graphql(`query RestAppointmentById($id: ID!) { appointment(id: $id) { ...RestAppointment } }`),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ appointment }) => appointment,
  }),
  versionedRoute('PATCH /api/appointments/:id', {
    document: graphql(`
      mutation RestEditAppointment($input: EditAppointmentInput!) { editAppointment(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ editAppointment }) => ({ ...editAppointment, message: 'Appointment updated successfully' }),
  }),
  route('POST /api/appointments/:id/cancel', {
    document: graphql(`
      mutation RestCancelAppointment($input: CancelAppointmentInput!) { cancelAppointment(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ cancelAppointment }) => ({ ...cancelAppointment, message: 'Appointment cancelled' }),
  }),
  route('POST /api/appointments/:id/complete', {
    document: graphql(`
      mutation RestCompleteAppointment($input: AppointmentIdInput!) { completeAppointment(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ completeAppointment }) => ({ ...completeAppointment, message: 'Appointment completed' }),
  }),
  route('POST /api/appointments/:id/no-show', {
    document: graphql(`
      mutation RestMarkNoShow($input: AppointmentIdInput!) { markNoShow(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ markNoShow }) => ({ ...markNoShow, message: 'Appointment marked as missed' }),
  }),
  route('POST /api/appointments/:id/undo-no-show', {
    document: graphql(`
      mutation RestUndoNoShow($input: AppointmentIdInput!) { undoNoShow(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ undoNoShow }) => ({ ...undoNoShow, message: 'Appointment is scheduled again' }),
  }),
  route('POST /api/appointments/:id/arrived', {
    document: graphql(`
      mutation RestMarkArrived($input: AppointmentIdInput!) { markArrived(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ markArrived }) => ({ ...markArrived, message: 'Patient has arrived' }),
  }),
  route('POST /api/appointments/:id/undo-arrived', {
    document: graphql(`
      mutation RestUndoArrived($input: AppointmentIdInput!) { undoArrived(input: $input) { ...RestAppointment } }
    `),
    variables: onAppointment,
    reply: ({ undoArrived }) => ({ ...undoArrived, message: 'Arrival undone' }),
  }),
]
