import { useSessionEnded } from '#client/session.ts'
import { paths } from '#domain/access/screens.ts'
import type { DashboardQuery } from '#generated/graphql.ts'
import { Card, CardFoot, CardHead, CardLink } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { List } from '#ui/List.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TaskLine } from '../tasks/TaskLine.tsx'
import { useTaskChange } from '../tasks/useTaskChange.ts'

type Task = DashboardQuery['tasks']['edges'][number]['node']

/** The next open tasks, each with a button to complete it. */
export function TaskQueue({ tasks }: { tasks: readonly Task[] | undefined }) {
  const { change, pendingId } = useTaskChange()
  const hasEnded = useSessionEnded()
  return (
    <Card>
      <CardHead title="Task Queue" />
      {hasEnded ? (
        <EmptyState text="Please log in to view tasks" />
      ) : !tasks ? (
        <Skeleton />
      ) : tasks.length === 0 ? (
        <EmptyState text="No pending tasks" />
      ) : (
        <List label="Task Queue">
          {tasks.map((task) => (
            <TaskLine
              key={task.id}
              task={task}
              action={
                <IconButton
                  icon="check"
                  size="small"
                  label={`Complete: ${task.title}`}
                  isPending={pendingId === task.id}
                  data-complete
                  onClick={() => void change(task, 'completed')}
                />
              }
            />
          ))}
        </List>
      )}
      <CardFoot>
        <CardLink href={paths.tasks}>View All Tasks</CardLink>
      </CardFoot>
    </Card>
  )
}
