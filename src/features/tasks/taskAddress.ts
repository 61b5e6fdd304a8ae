import { linksInto } from '#client/linksInto.ts'
import { paths } from '#domain/access/screens.ts'
import { PAGE } from '#domain/paging.ts'
import { isOpen, type TaskStatus, taskStatuses } from '#domain/tasks/task.ts'
import type { DoneTasksQueryVariables, TaskListQueryVariables } from '#generated/graphql.ts'

/** The filters in the URL. Unknown values are ignored, so that old links still work. */
function filtersOf(query: URLSearchParams, viewerId: string) {
  const patientId = query.get('patient')
  return {
    ...(query.get('whose') === 'mine' && { assignedTo: viewerId }),
    ...(patientId && { patientId }),
  }
}

export const statusOf = (query: URLSearchParams): TaskStatus | undefined =>
  taskStatuses.find((status) => status === query.get('status'))

/** Whether closed tasks are shown below the others. */
export const isDoneShown = (query: URLSearchParams): boolean => query.get('done') === 'shown'

/** The list query for a URL; page and island both use it. */
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

/** The same for closed tasks. */
export const doneVariables = (query: URLSearchParams, viewerId: string): DoneTasksQueryVariables => ({
  first: PAGE.size,
  ...filtersOf(query, viewerId),
  ...(query.get('doneAfter') && { after: query.get('doneAfter') }),
})

/** The paging parameters; a change of filters returns to the first page. */
export const firstPage = { after: null, before: null, doneAfter: null }

/** Creates links to the tasks. */
export const into = linksInto(paths.tasks)
