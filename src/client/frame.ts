import { createContext, use } from 'react'
import type { Role } from '#domain/access/actor.ts'

/** What every island of a page is told by the server. `now` is the moment of rendering, so that both sides agree on ages. */
export type Frame = {
  viewer: { id: string; role: Role; firstName: string; lastName: string; mustChangePassword: boolean }
  timeZone: string
  /** When the session ends by the server's clock if it is not used, and whether using it could still move that. */
  session: { idleMinutes: number; noticeMinutes: number; endsAt: string; isFinal: boolean }
  now: string
}

export const FrameContext = createContext<Frame | null>(null)

/** The frame of the island; throws outside of one, which only a mistake of ours can do. */
export function useFrame(): Frame {
  const frame = use(FrameContext)
  if (!frame) throw new Error('Used outside of an Island')
  return frame
}
