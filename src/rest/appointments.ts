import { graphql } from '#generated/gql.ts'
import { file, list } from './route.ts'

export const appointmentRoutes = [
  list('GET /api/appointments', {
    document: graphql(`
      query RestAppointments($first: Int, $after: String) {
        appointments(first: $first, after: $after) {
          edges {
            cursor
            node {
              id patientId providerId scheduledAt duration status location notes createdAt updatedAt
              patient { id firstName lastName }
              provider { id firstName lastName }
              createdBy { id firstName lastName }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
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
]
