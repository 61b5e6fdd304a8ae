import { useState } from 'react'
import { useClient } from 'urql'
import { toldFailure } from '#client/failure.ts'
import { toast } from '#client/toast.ts'
import type { TaskStatus } from '#domain/tasks/task.ts'
import { graphql } from '#generated/gql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

const ChangeTask = graphql(`
  mutation UseTaskChange($input: EditTaskInput!) {
    editTask(input: $input) { id status completedAt }
  }
`)

type Changed = { id: string; status: TaskStatus }
type Words = { done: string; failed: string }

const words: Record<TaskStatus, Words> = {
  completed: { done: 'Task marked as completed', failed: 'Failed to complete task' },
  cancelled: { done: 'Task cancelled', failed: 'Failed to cancel task' },
  in_progress: { done: 'Task started', failed: 'Failed to start task' },
  pending: { done: 'Task reopened', failed: 'Failed to reopen task' },
}

/** Moves a task to another status with one press, for whoever shows tasks; what closes one can be undone in its toast. */
export function useTaskChange() {
  const client = useClient()
  const [pendingId, setPending] = useState<string | null>(null)

  async function send(task: Changed, status: TaskStatus): Promise<boolean> {
    setPending(task.id)
    const { error } = await client.mutation(ChangeTask, { input: { taskId: task.id, status } }).toPromise()
    setPending(null)
    if (!error) return true
    const { code, message } = toldFailure(error, '')
    // SPEC section 8 has one sentence; what the server says of a task that is no longer what it was says more.
    if (code !== 'unauthenticated')
      toast.failure('Error', code === 'conflict' ? message : words[status].failed)
    return false
  }

  async function change(task: Changed, status: TaskStatus): Promise<void> {
    if (pendingId) return
    const moveOn = nextToFocus()
    if (!(await send(task, status))) return
    moveOn()
    const isClosing = status === 'completed' || status === 'cancelled'
    toastQueue.add({
      title: 'Success',
      description: words[status].done,
      tone: 'success',
      ...(isClosing && { action: { label: 'Undo', onPress: () => void undo(task) } }),
    })
  }

  async function undo(task: Changed): Promise<void> {
    if (await send(task, task.status)) toast.success('Success', words.pending.done)
  }

  return { change, pendingId }
}

/** The line of a finished task goes away with the button that was pressed: the focus goes to the same button of the next. */
function nextToFocus(): () => void {
  const pressed = document.activeElement
  const card = pressed?.closest('section')
  const buttons = [...(card?.querySelectorAll<HTMLElement>('li button[data-complete]') ?? [])]
  const at = buttons.indexOf(pressed as HTMLElement)
  const next = at < 0 ? undefined : (buttons[at + 1] ?? buttons[at - 1] ?? card?.querySelector('a'))
  return () => {
    if (document.activeElement === pressed || document.activeElement === document.body) next?.focus()
  }
}
