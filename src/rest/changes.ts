import { graphql } from '#generated/gql.ts'
import { route } from './route.ts'

export const changeRoutes = [
  {
    ...route('GET /api/changes', {
      document: graphql(`
        query RestChanges($after: String, $first: Int, $types: [String!]) {
          changes(after: $after, first: $first, types: $types) {
            changes { action resourceType resourceId patientId at isOwn }
            cursor hasMore
          }
        }
      `),
      filters: ['after', 'first', 'types'],
      numbers: ['first'],
      lists: ['types'],
      reply: ({ changes }) => changes,
    }),
    isFollowed: true,
  },
]
