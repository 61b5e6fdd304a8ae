import { graphql } from '#generated/gql.ts'
import { list } from './route.ts'

export const auditRoutes = [
  list('GET /api/audit-logs', {
    document: graphql(`
      query RestAuditLogs($first: Int, $after: String) {
        auditLogs(first: $first, after: $after) {
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
    connection: ({ auditLogs }) => auditLogs,
  }),
]
