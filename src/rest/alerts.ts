import { graphql } from '#generated/gql.ts'
import { inputWith, list, route } from './route.ts'

export const alertRoutes = [
  list('GET /api/alerts', {
    document: graphql(`
      query RestAlerts($first: Int, $after: String) {
        alerts(first: $first, after: $after) {
          edges { cursor node { id type patientId message isRead createdAt } }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    connection: ({ alerts }) => alerts,
  }),
  route('PUT /api/alerts/mark-all-read', {
    document: graphql(`mutation RestReadAllAlerts { readAllAlerts }`),
    reply: () => ({ message: 'All alerts marked as read' }),
  }),
  route('GET /api/alerts/:id', {
    document: graphql(`
      query RestAlertById($id: ID!) { alert(id: $id) { id type patientId message isRead createdAt } }
    `),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ alert }) => alert,
  }),
  route('PUT /api/alerts/:id/read', {
    document: graphql(`
      mutation RestReadAlert($input: ReadAlertInput!) {
        readAlert(input: $input) { id type patientId message isRead createdAt }
      }
    `),
    variables: inputWith({ id: 'alertId' }),
    reply: ({ readAlert }) => ({ ...readAlert, message: 'Alert marked as read', alert: readAlert.message }),
  }),
]
