import { graphql } from '#generated/gql.ts'
import type { UserRowFragment, UsersQueryVariables } from '#generated/graphql.ts'

/** The fields of a user's row and its actions. */
export const userRow = graphql(`
  fragment UserRow on Account {
    id email firstName lastName firm role isActive lockedUntil profileImageUrl isServiceAccount hasPassword
    hasSignOn invitationExpiresAt hasSecondFactor secondFactorDueAt
    owner { id firstName lastName }
    identifiers { system value }
  }
`)

export type UserRow = UserRowFragment

export const usersQuery = graphql(`
  query Users($first: Int, $after: String, $last: Int, $before: String, $search: String) {
    users(first: $first, after: $after, last: $last, before: $before, search: $search) {
      totalCount
      roleCounts { role count }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { node { ...UserRow } }
    }
    blockedAddresses { address blockedUntil }
    assignedWork { user { id firstName lastName } patients openTasks appointments }
  }
`)

/** Users on one page of the list. */
const ROWS = 25

/** The query variables for a URL. Page and island both use it. */
export function usersVariables(query: URLSearchParams): UsersQueryVariables {
  const [before, after, search] = [query.get('before'), query.get('after'), query.get('find')]
  return {
    ...(before ? { last: ROWS, before } : { first: ROWS, ...(after && { after }) }),
    ...(search && { search }),
  }
}

/** A dialog about one user, mounted only while open. */
export type UserDialogProps = { user: UserRow; onClose: () => void }

/** The actions of an administrator on another user's account. */
export type UserActionId =
  | 'toggle'
  | 'delete'
  | 'edit'
  | 'reset_password'
  | 'unlock'
  | 'sessions'
  | 'reassign_work'
  | 'invite'
  | 'withdraw'
  | 'reset_factor'
  | 'disconnect_sign_on'
