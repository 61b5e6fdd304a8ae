import { useQuery } from 'urql'
import { useAddressQuery } from '#client/address.ts'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { useSessionEnded } from '#client/session.ts'
import { paths } from '#domain/access/screens.ts'
import { graphql } from '#generated/gql.ts'
import type { TaskListQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { section, small } from '#ui/type.css.ts'
import { useRowKeys } from '../frame/useRowKeys.ts'
import { PageLinks, pagesAround } from '../paging/PageLinks.tsx'
import { DoneSection } from './DoneSection.tsx'
import { TaskFilters } from './TaskFilters.tsx'
import { TaskGroups } from './TaskGroups.tsx'
import { line, stack } from './TaskList.css.ts'
import type { TaskCounts } from './TaskRow.ts'
import { firstPage, into, statusOf, taskVariables } from './taskAddress.ts'

import { useTaskActions } from './useTaskActions.tsx'

export const taskListQuery = graphql(`
  query TaskList(
    $first: Int, $after: String, $last: Int, $before: String
    $open: Boolean, $status: TaskStatus, $assignedTo: ID, $patientId: ID
  ) {
    tasks(
      first: $first, after: $after, last: $last, before: $before
      open: $open, status: $status, assignedTo: $assignedTo, patientId: $patientId
    ) {
      counts { overdue today later done isExact }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { node { ...TaskRow } }
    }
  }
`)

/** Open tasks by due date, filtered by the page's URL, with closed ones below on demand. */
export function TaskList({ initialQuery }: { initialQuery: string }) {
  const { viewer } = useFrame()
  const query = useAddressQuery(initialQuery)
  const variables = taskVariables(query, viewer.id)
  const [{ data, error, stale, fetching }] = useQuery({ query: taskListQuery, variables })
  const actions = useTaskActions()
  const hasEnded = useSessionEnded()
  const tasks = data?.tasks
  useRowKeys({
    // Presses the button of the row, which completes an open task and reopens a closed one.
    onSelect: (id) => document.querySelector<HTMLElement>(`[data-row="${id}"] [data-complete]`)?.click(),
  })

  if (hasEnded)
    return (
      <Card aria-label="Task Queue">
        <EmptyState text="Please log in to view tasks">
          <ButtonLink href={paths.home}>Sign In</ButtonLink>
        </EmptyState>
      </Card>
    )
  return (
    <div className={stack}>
      <div className={line}>
        <h2 className={section}>All Tasks</h2>
        <span className={small}>{totalText(tasks?.counts)}</span>
      </div>
      <Card aria-busy={stale || fetching} isReplacing={fetching && data !== undefined}>
        <TaskFilters query={query} patient={tasks?.edges[0]?.node.patient} />
        {tasks ? (
          <Rows query={query} tasks={tasks} actions={actions} />
        ) : error && !fetching ? (
          <EmptyState text={errorMessage(error, 'The tasks could not be loaded. Try again.').message} />
        ) : (
          <Skeleton label="Loading tasks..." />
        )}
        {!statusOf(query) && <DoneSection query={query} counts={tasks?.counts} actions={actions} />}
      </Card>
      {actions.dialog}
    </div>
  )
}

function totalText(counts: TaskCounts | undefined): string {
  if (!counts) return 'Total: … tasks'
  const total = counts.overdue + counts.today + counts.later + counts.done
  return `Total: ${total.toLocaleString('en-US')}${counts.isExact ? '' : '+'} tasks`
}

type RowsProps = {
  query: URLSearchParams
  tasks: TaskListQuery['tasks']
  actions: ReturnType<typeof useTaskActions>
}

function Rows({ query, tasks: { edges, counts, pageInfo }, actions }: RowsProps) {
  if (edges.length === 0) {
    const isNarrowed = ['status', 'whose', 'patient', 'after', 'before'].some((name) => query.has(name))
    return (
      <EmptyState text="No tasks found">
        {isNarrowed ? (
          <ButtonLink
            size="small"
            {...into(query, { ...firstPage, status: null, whose: null, patient: null })}
          >
            Clear Filters
          </ButtonLink>
        ) : (
          <Button size="small" icon="plus" data-opens="task">
            Add Task
          </Button>
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <TaskGroups
        tasks={edges.map(({ node }) => node)}
        counts={statusOf(query) ? undefined : counts}
        actions={actions}
      />
      <PageLinks into={into} query={query} {...pagesAround(pageInfo)} />
    </>
  )
}
