import { useState } from 'react'
import { useClient } from 'urql'
import { toast } from '#client/toast.ts'
import type { TaskStatus } from '#domain/tasks/task.ts'
import type { Changed } from './changeTask.ts'

/** Moves a task to another status with one press, for whoever shows tasks; how is loaded with the first press. */
export function useTaskChange() {
  const client = useClient()
  const [pendingId, setPending] = useState<string | null>(null)

  async function change(task: Changed, status: TaskStatus): Promise<void> {
    if (pendingId) return
    const pressed = document.activeElement
    setPending(task.id)
    try {
      const { changeTask } = await import('./changeTask.ts')
      await changeTask(client, task, status, pressed)
    } catch {
      toast.failure('Error', 'This could not be loaded. Check your connection and reload the page.')
    }
    setPending(null)
  }

  return { change, pendingId }
}
