import { useState } from 'react'
import { useClient } from 'urql'
import type { ArrivalActionId } from '#domain/appointments/arrival.ts'
import { isConnected, notConnected } from '#ui/connection.ts'
import { notLoaded } from '#ui/OnDemand.tsx'

/** Records who arrived and who did not. `pending` is the action that is running. The code loads with the first press. */
export function useArrival({ id: appointmentId }: { id: string }) {
  const client = useClient()
  const [pending, setPending] = useState<ArrivalActionId | null>(null)

  async function change(id: ArrivalActionId): Promise<void> {
    if (pending) return
    setPending(id)
    const again = (next: ArrivalActionId) => void change(next)
    if (await isConnected())
      await import('./recordArrival.ts')
        .then(({ recordArrival }) => recordArrival(client, appointmentId, id, again))
        .catch(notLoaded)
    else notConnected(() => again(id))
    setPending(null)
  }

  return { change, pending }
}
