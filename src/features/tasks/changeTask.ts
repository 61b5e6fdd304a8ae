import type { Client } from 'urql'
import { toast, toastFailureInWords } from '#client/toast.ts'

import { isOpen, type TaskStatus } from '#domain/tasks/task.ts'
import { graphql } from '#generated/gql.ts'
import { toastQueue } from '#ui/toastQueue.ts'

const ChangeTask = graphql(`
  mutation ChangeTask($input: EditTaskInput!) {
    editTask(input: $input) { id status completedAt }
  }
`)

export type Changed = { id: string; status: TaskStatus }
type Words = { done: string; failed: string }

const words: Record<TaskStatus, Words> = {
  completed: { done: 'Task marked as completed', failed: 'Failed to complete task' },
  cancelled: { done: 'Task cancelled', failed: 'Failed to cancel task' },
  in_progress: { done: 'Task started', failed: 'Failed to start task' },
  pending: { done: 'Task reopened', failed: 'Failed to reopen task' },
}

/**
 * Changes a task's status and shows a toast, with Undo after closing a task. `pressed` is the clicked button,
 * which may disappear with the task.
 */
export async function changeTask(
  client: Client,
  task: Changed,
  status: TaskStatus,
  pressed: Element | null,
): Promise<void> {
  const moveOn = nextToFocus(pressed)
  if (!(await send(client, task, status))) return
  moveOn()
  const undo = async () => {
    if (await send(client, task, task.status)) toast.success('Success', words.pending.done)
  }
  toastQueue.add({
    title: 'Success',
    description: words[status].done,
    tone: 'success',
    ...(!isOpen(status) && { action: { label: 'Undo', onPress: () => void undo() } }),
  })
}

async function send(client: Client, task: Changed, status: TaskStatus): Promise<boolean> {
  const { error } = await client.mutation(ChangeTask, { input: { taskId: task.id, status } }).toPromise()
  if (!error) return true
  toastFailureInWords(error, words[status].failed)
  return false
}

/**
 * The focused element disappears with the finished task, so the same one of the next task gets the focus: the button, or
 * after the key X the title.
 */
function nextToFocus(pressed: Element | null): () => void {
  const card = pressed?.closest('section')
  const kind = pressed?.matches('[data-opener]') ? 'li [data-opener]' : 'li button[data-complete]'
  const buttons = [...(card?.querySelectorAll<HTMLElement>(kind) ?? [])]
  const at = buttons.indexOf(pressed as HTMLElement)
  const next = at < 0 ? undefined : (buttons[at + 1] ?? buttons[at - 1] ?? card?.querySelector('a'))
  return () => {
    if (document.activeElement === pressed || document.activeElement === document.body) next?.focus()
  }
}
