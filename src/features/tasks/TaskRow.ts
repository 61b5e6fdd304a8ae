import { graphql } from '#generated/gql.ts'
import type { TaskRowFragment } from '#generated/graphql.ts'

/** What a line of tasks shows and what its actions need to know. */
export const taskRow = graphql(`
  fragment TaskRow on Task {
    id title description status priority dueDate
    patient { id firstName lastName }
    assignedTo { id firstName lastName }
  }
`)

export type TaskRow = TaskRowFragment
