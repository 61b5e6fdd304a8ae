import { createContext, use } from 'react'
import type { Role } from '#domain/access/actor.ts'

/**
 * The server's data for every island of a page. `now` is the render time, so that server and browser show the
 * same ages.
 */
export type Frame = {
  viewer: { id: string; role: Role; firstName: string; lastName: string; mustChangePassword: boolean }
  timeZone: string
  /** Name and firm of the recipient of forms whose sender names none, if the clinic has one. */
  defaultRecipient: string | null
  /** When the session ends by the server's clock if it is not used, and whether use could still extend it. */
  session: { idleMinutes: number; noticeMinutes: number; endsAt: string; isFinal: boolean }
  now: string
}

export const FrameContext = createContext<Frame | null>(null)

/** The island's frame. Throws outside of an island, which is a programming error. */
export function useFrame(): Frame {
  const frame = use(FrameContext)
  if (!frame) throw new Error('Used outside of an Island')
  return frame
}
