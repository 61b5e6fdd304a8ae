import { graphql } from '#generated/gql.ts'
import type { RestAuditTrailQuery } from '#generated/graphql.ts'
import { list, table } from './route.ts'

const filters = ['userId', 'patientId', 'action', 'resourceType', 'from', 'to', 'fromDay', 'toDay']

const auditTable = {
  document: graphql(`
    query RestAuditTrail(
      $after: String, $userId: ID, $patientId: ID, $action: AuditAction, $resourceType: String,
      $from: DateTime, $to: DateTime, $fromDay: Date, $toDay: Date, $readsOnly: Boolean
    ) {
      auditTrail(
        first: 500, after: $after, userId: $userId, patientId: $patientId, action: $action,
        resourceType: $resourceType, from: $from, to: $to, fromDay: $fromDay, toDay: $toDay, readsOnly: $readsOnly
      ) { columns rows endCursor hasNextPage }
    }
  `),
  filters,
  flags: ['readsOnly'],
  part: ({ auditTrail }: RestAuditTrailQuery) => auditTrail,
  name: 'audit-trail',
}

export const auditRoutes = [
  list('GET /api/audit-logs', {
    document: graphql(`
      query RestAuditLogs(
        $first: Int, $after: String, $userId: ID, $patientId: ID, $action: AuditAction, $resourceType: String,
        $from: DateTime, $to: DateTime, $fromDay: Date, $toDay: Date
      ) {
        auditLogs(
          first: $first, after: $after, userId: $userId, patientId: $patientId, action: $action,
          resourceType: $resourceType, from: $from, to: $to, fromDay: $fromDay, toDay: $toDay
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
    filters,
    connection: ({ auditLogs }) => auditLogs,
  }),
  table('GET /api/audit-logs/export.csv', { ...auditTable, format: 'csv' }),
  table('GET /api/audit-logs/export.json', { ...auditTable, format: 'json' }),
]
