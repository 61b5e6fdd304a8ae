import { graphql } from '#generated/gql.ts'
import { route } from './route.ts'

export const systemRoutes = [
  route('GET /api/system-status', {
    document: graphql(
      `query RestSystemStatus { systemStatus { mode version timeZone parts { name state } } }`,
    ),
    // `version` of other objects is theirs, for If-Match.
    reply: ({ systemStatus: { version, ...status } }) => ({ ...status, productVersion: version }),
  }),
  route('GET /api/counts', {
    document: graphql(`
      query RestCounts { counts { patients unsignedConsents openTasks unreadAlerts formsToReview } }
    `),
    reply: ({ counts }) => counts,
  }),
]
