import { isOpen } from '#domain/tasks/task.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import { TaskLine } from './TaskLine.tsx'
import { actionsLine, descriptionText } from './TaskList.css.ts'
import type { TaskRow } from './TaskRow.ts'
import { taskStatusLabel, taskStatusLook } from './taskLook.ts'
import type { TaskActions } from './useTaskActions.tsx'

/** A task with description, status and all actions. */
export function FullTaskLine({ task, actions }: { task: TaskRow; actions: TaskActions }) {
  const { tone, icon } = taskStatusLook[task.status]
  return (
    <TaskLine
      task={task}
      onOpen={() => actions.onMenu('edit', task)}
      action={
        <div className={actionsLine}>
          <Badge tone={tone} icon={icon}>
            {taskStatusLabel(task.status)}
          </Badge>
          <MainAction task={task} actions={actions} />
          <MenuButton
            label={`More actions for ${task.title}`}
            size="small"
            items={actions.menuOf(task)}
            onAction={(id) => actions.onMenu(id, task)}
          />
        </div>
      }
    >
      {task.description && <p className={descriptionText}>{task.description}</p>}
    </TaskLine>
  )
}

function MainAction({ task, actions }: { task: TaskRow; actions: TaskActions }) {
  const open = isOpen(task.status)
  const verb = open ? 'Complete' : 'Reopen'
  return (
    <Button
      size="small"
      icon={open ? 'check' : 'undo'}
      isIconOnPhone
      isPending={actions.pendingId === task.id}
      aria-label={`${verb}: ${task.title}`}
      data-complete
      onClick={() => void actions.change(task, open ? 'completed' : 'pending')}
    >
      {verb}
    </Button>
  )
}
