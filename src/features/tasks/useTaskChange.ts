import { useState } from 'react'
import { useClient } from 'urql'
import type { TaskStatus } from '#domain/tasks/task.ts'
import { notLoaded } from '#ui/OnDemand.tsx'
import type { Changed } from './changeTask.ts'

/** Changes a task's status with one click. The code loads with the first click. */
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
      notLoaded()
    }
    setPending(null)
  }

  return { change, pendingId }
}
