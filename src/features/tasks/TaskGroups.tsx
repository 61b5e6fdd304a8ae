import { useId } from 'react'
import { useFrame } from '#client/frame.ts'
import { type TaskGroup, taskGroup, taskGroups } from '#domain/tasks/due.ts'
import { List } from '#ui/List.tsx'
import { FullTaskLine } from './FullTaskLine.tsx'
import { groupCount, groupHead } from './TaskList.css.ts'
import type { TaskCounts, TaskRow } from './TaskRow.ts'
import { groupLabels } from './taskLook.ts'
import type { TaskActions } from './useTaskActions.tsx'

type Props = { tasks: readonly TaskRow[]; counts: TaskCounts | undefined; actions: TaskActions }

/** The tasks of a page by due group. The counts cover the whole list. */
export function TaskGroups({ tasks, counts, actions }: Props) {
  const { now, timeZone } = useFrame()
  const byGroup = Map.groupBy(tasks, (task) => taskGroup(task, now, timeZone))
  return taskGroups.map((group) => {
    const inGroup = byGroup.get(group)
    return (
      inGroup && <Group key={group} group={group} tasks={inGroup} count={counts?.[group]} actions={actions} />
    )
  })
}

type GroupProps = {
  group: TaskGroup
  tasks: readonly TaskRow[]
  count: number | undefined
  actions: TaskActions
}

function Group({ group, tasks, count, actions }: GroupProps) {
  const id = useId()
  return (
    <>
      <h3 id={id} className={groupHead}>
        {groupLabels[group]}
        {count !== undefined && <span className={groupCount}>{count.toLocaleString('en-US')}</span>}
      </h3>
      <List labelledBy={id}>
        {tasks.map((task) => (
          <FullTaskLine key={task.id} task={task} actions={actions} />
        ))}
      </List>
    </>
  )
}
