import { graphql } from '#generated/gql.ts'
import type { TaskListQuery, TaskRowFragment } from '#generated/graphql.ts'

/** The data of a task and its actions. */
export const taskRow = graphql(`
  fragment TaskRow on Task {
    id version title description status priority dueDate
    patient { id firstName lastName status }
    assignedTo { id firstName lastName }
    unattended
    identifiers { system value }
  }
`)

export type TaskRow = TaskRowFragment
export type TaskCounts = TaskListQuery['tasks']['counts']
