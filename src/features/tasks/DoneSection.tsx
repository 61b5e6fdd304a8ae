import { useQuery } from 'urql'
import { useFrame } from '#client/frame.ts'
import { graphql } from '#generated/gql.ts'
import { ButtonLink } from '#ui/ButtonLink.tsx'
import { List } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PageLinks } from '../paging/PageLinks.tsx'
import { FullTaskLine } from './FullTaskLine.tsx'
import { groupCount, groupHead } from './TaskList.css.ts'
import type { TaskCounts } from './TaskRow.ts'
import { doneVariables, into, isDoneShown } from './taskAddress.ts'

import type { TaskActions } from './useTaskActions.tsx'

export const doneTasksQuery = graphql(`
  query DoneTasks($first: Int, $after: String, $assignedTo: ID, $patientId: ID) {
    tasks(first: $first, after: $after, open: false, assignedTo: $assignedTo, patientId: $patientId) {
      pageInfo { hasNextPage hasPreviousPage endCursor }
      edges { node { ...TaskRow } }
    }
  }
`)

type Props = { query: URLSearchParams; counts: TaskCounts | undefined; actions: TaskActions }

/** Completed and cancelled tasks, collapsed by default. */
export function DoneSection({ query, counts, actions }: Props) {
  if (!counts || counts.done === 0) return null
  const isShown = isDoneShown(query)
  return (
    <>
      <h3 id="done" className={groupHead}>
        Done
        <span className={groupCount}>{counts.done.toLocaleString('en-US')}</span>
        <ButtonLink
          size="small"
          variant="quiet"
          icon={isShown ? 'chevronUp' : 'chevronDown'}
          {...into(query, { done: isShown ? null : 'shown', doneAfter: null })}
        >
          {isShown ? 'Hide Done Tasks' : 'Show Done Tasks'}
        </ButtonLink>
      </h3>
      {isShown && <DoneTasks query={query} actions={actions} />}
    </>
  )
}

function DoneTasks({ query, actions }: Omit<Props, 'counts'>) {
  const { viewer } = useFrame()
  const variables = doneVariables(query, viewer.id)
  const [{ data }] = useQuery({ query: doneTasksQuery, variables })
  if (!data) return <Skeleton label="Loading tasks..." />
  const { edges, pageInfo } = data.tasks
  return (
    <>
      <List labelledBy="done">
        {edges.map(({ node }) => (
          <FullTaskLine key={node.id} task={node} actions={actions} />
        ))}
      </List>
      <PageLinks
        into={into}
        query={query}
        label="Pages of done tasks"
        previous={pageInfo.hasPreviousPage && { doneAfter: null }}
        next={pageInfo.hasNextPage && { doneAfter: pageInfo.endCursor ?? null }}
      />
    </>
  )
}
