import { useState } from 'react'
import { useClient } from 'urql'
import type { TaskStatus } from '#domain/tasks/task.ts'
import { isConnected, notConnected } from '#ui/connection.ts'
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
    if (await isConnected())
      await import('./changeTask.ts')
        .then(({ changeTask }) => changeTask(client, task, status, pressed))
        .catch(notLoaded)
    else notConnected(() => void change(task, status))
    setPending(null)
  }

  return { change, pendingId }
}
