import { PAGE } from '#domain/paging.ts'
import { isOpen, type TaskStatus, taskStatuses } from '#domain/tasks/task.ts'
import type { DoneTasksQueryVariables, TaskListQueryVariables } from '#generated/graphql.ts'

/** What the address narrows the tasks to; words nobody knows are ignored, as an old link should still open. */
function filtersOf(query: URLSearchParams, viewerId: string) {
  const patientId = query.get('patient')
  return {
    ...(query.get('whose') === 'mine' && { assignedTo: viewerId }),
    ...(patientId && { patientId }),
  }
}

export const statusOf = (query: URLSearchParams): TaskStatus | undefined =>
  taskStatuses.find((status) => status === query.get('status'))

/** Whether the tasks that nobody has to do any more are shown under the others. */
export const isDoneShown = (query: URLSearchParams): boolean => query.get('done') === 'shown'

/** What the address asks the list for; page and island read it the same way. */
export function taskVariables(query: URLSearchParams, viewerId: string): TaskListQueryVariables {
  const status = statusOf(query)
  const [before, after] = [query.get('before'), query.get('after')]
  return {
    open: status ? isOpen(status) : true,
    ...(status && { status }),
    ...filtersOf(query, viewerId),
    ...(before ? { last: PAGE.size, before } : { first: PAGE.size, ...(after && { after }) }),
  }
}

/** The same for what is done. */
export const doneVariables = (query: URLSearchParams, viewerId: string): DoneTasksQueryVariables => ({
  first: PAGE.size,
  ...filtersOf(query, viewerId),
  ...(query.get('doneAfter') && { after: query.get('doneAfter') }),
})

/** Anything that changes the list starts at its first page. */
export const firstPage = { after: null, before: null, doneAfter: null }
