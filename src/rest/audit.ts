import { can } from '#domain/access/policy.ts'
import { graphql } from '#generated/gql.ts'
import type { RestAuditTrailQuery } from '#generated/graphql.ts'
import { list, type Route, route, table } from './route.ts'

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

/** SPEC section 2.4 fills the dashboard's Recent Activity from the same call, for every role. */
const recentActivity = route('GET /api/audit-logs', {
  document: graphql(`
    query RestRecentActivity { recentActivity { id action resourceType description createdAt } }
  `),
  reply: ({ recentActivity }) => recentActivity,
})

/** A caller who may not read the audit log gets the last actions. Filters need the log itself. */
const withRecentActivity = (auditLogs: Route): Route => ({
  ...auditLogs,
  instead: {
    route: recentActivity,
    isFor: ({ actor }, { query }) => actor !== null && !can(actor, 'audit.read') && query.size === 0,
    description:
      'Without the admin role and without filters: the last five actions, as the dashboard shows them to this user.',
  },
})

export const auditRoutes = [
  withRecentActivity(
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
              id userId userName userRole patientId patientName action resourceType resourceId details
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
  ),
  table('GET /api/audit-logs/export.csv', { ...auditTable, format: 'csv' }),
  table('GET /api/audit-logs/export.json', { ...auditTable, format: 'json' }),
  route('GET /api/audit-logs/:id', {
    document: graphql(`
      query RestAuditLogById($id: ID!) {
        auditLog(id: $id) {
          id userId userName userRole patientId patientName patientIds patientScope action resourceType resourceId
          details ipAddress userAgent createdAt
        }
      }
    `),
    variables: ({ params }) => ({ id: params.id }),
    reply: ({ auditLog }) => auditLog,
  }),
  list('GET /api/patients/:id/access', {
    document: graphql(`
      query RestPatientAccess($patientId: ID!, $first: Int, $after: String) {
        patientAccess(patientId: $patientId, first: $first, after: $after) {
          edges {
            cursor
            node {
              id action resourceType resourceId description userId userName userRole apiKeyName
              ipAddress userAgent createdAt
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientAccess }) => patientAccess,
  }),
  list('GET /api/patients/:id/edits', {
    document: graphql(`
      query RestPatientEdits($patientId: ID!, $first: Int, $after: String) {
        patientEdits(patientId: $patientId, first: $first, after: $after) {
          edges {
            cursor
            node {
              id userId userName userRole recordId recordName changes { field from to } isAsRecorded createdAt
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    `),
    variables: ({ params }) => ({ patientId: params.id }),
    connection: ({ patientEdits }) => patientEdits,
  }),
  route('GET /api/audit-integrity', {
    document: graphql(`
      query RestAuditIntegrity {
        auditIntegrity {
          isIntact checkedAt rows digest rowsSince isSinceChecked brokenLink { kind lane position rowId }
        }
      }
    `),
    reply: ({ auditIntegrity }) => ({ check: auditIntegrity }),
  }),
  route('GET /api/audit-head', {
    document: graphql(`
      query RestTreeHead {
        newestTreeHead {
          size rootHash signedAt isLate mailedAt
          timeStamps { service stampedAt isLate } lockedCopy { copiedAt isLate }
        }
      }
    `),
    reply: ({ newestTreeHead }) => ({ head: newestTreeHead }),
  }),
]
