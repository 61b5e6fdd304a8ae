import { graphql } from '#generated/gql.ts'
import { list } from './route.ts'

const filters = ['userId', 'patientId', 'action', 'resourceType', 'from', 'to']

export const auditRoutes = [
  list('GET /api/audit-logs', {
    document: graphql(`
      query RestAuditLogs(
        $first: Int, $after: String, $userId: ID, $patientId: ID, $action: AuditAction, $resourceType: String,
        $from: DateTime, $to: DateTime
      ) {
        auditLogs(
          first: $first, after: $after, userId: $userId, patientId: $patientId, action: $action,
          resourceType: $resourceType, from: $from, to: $to
        ) {
          edges {
            cursor
            node {
              id userId userName patientId patientName action resourceType resourceId details
              ipAddress userAgent createdAt
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ query }) => Object.fromEntries(filters.map((name) => [name, query.get(name) ?? undefined])),
    connection: ({ auditLogs }) => auditLogs,
  }),
]
