import { useState } from 'react'
import { changeAddress } from '#client/address.ts'
import { canMoveTask, isOpen, type TaskStatus } from '#domain/tasks/task.ts'
import { lazy } from '#ui/lazy.tsx'
import type { MenuItem } from '#ui/menuItem.ts'
import { OnDemand } from '#ui/OnDemand.tsx'
import type { TaskRow } from './TaskRow.ts'
import { firstPage } from './taskAddress.ts'
import { useTaskChange } from './useTaskChange.ts'

const EditTask = lazy(() => import('./EditTaskDialog.tsx').then((one) => one.EditTaskDialog))

export type TaskActions = ReturnType<typeof useTaskActions>

/** The menu items other than Complete. An item whose ID is a status sets that status. */
const moves: readonly (MenuItem & { id: TaskStatus })[] = [
  { id: 'in_progress', label: 'Start', icon: 'refresh' },
  { id: 'pending', label: 'Back to Pending', icon: 'undo' },
  { id: 'cancelled', label: 'Cancel Task', icon: 'slash', tone: 'critical' },
]

/** Handles the actions on tasks and the dialog they open. In a chart, all tasks are of one patient. */
export function useTaskActions({ isInChart = false } = {}) {
  const { change, pendingId } = useTaskChange()
  const [edited, setEdited] = useState<TaskRow | null>(null)

  const menuOf = (task: TaskRow): MenuItem[] => [
    { id: 'edit', label: 'Edit Task', icon: 'edit' },
    // Reopening a closed task has its own button.
    ...moves.filter(
      ({ id }) =>
        id !== task.status && canMoveTask(task.status, id) && (isOpen(task.status) || id !== 'pending'),
    ),
    ...(task.patient && !isInChart
      ? [{ id: 'patient', label: 'Only This Patient’s Tasks', icon: 'filter' } as const]
      : []),
  ]

  function onMenu(id: string, task: TaskRow): void {
    if (id === 'edit') setEdited(task)
    else if (id === 'patient') changeAddress({ ...firstPage, patient: task.patient?.id ?? null })
    else void change(task, id as TaskStatus)
  }

  const dialog = edited && (
    <OnDemand>
      <EditTask task={edited} onClose={() => setEdited(null)} />
    </OnDemand>
  )
  return { change, pendingId, menuOf, onMenu, dialog }
}
