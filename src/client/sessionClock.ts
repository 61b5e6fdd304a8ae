import { SESSION_CHANNEL, SESSION_HEADER } from '#domain/access/session.ts'
import { readAnswers } from './answers.ts'

/** When the session ends by this computer's clock, and whether use could extend it. */
export type SessionEnd = { at: number; isFinal: boolean }

type SessionEvent = SessionEnd | 'over'

let end: SessionEnd | null = null
let channel: BroadcastChannel | undefined
const listeners = new Set<(event: SessionEvent) => void>()
const tell = (event: SessionEvent) => {
  for (const listener of listeners) listener(event)
}

function connect(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<SessionEvent>) => {
    if (data === 'over') return tell('over')
    if (end && data.at <= end.at) return
    end = data
    tell(data)
  }
  return channel
}

/** When the session ends, as far as this tab knows. */
export const sessionEnd = (): SessionEnd | null => end

/** Stores what the page or a response says and passes it to the browser's other tabs. */
export function learnSessionEnd(next: SessionEnd): void {
  end = next
  tell(end)
  connect().postMessage(end)
}

/** Calls back with each new end, and when another tab finds the session over. */
export function followSession(listener: (event: SessionEvent) => void): () => void {
  connect()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the browser's other tabs that the session is over; used by the sign-in page. */
export const announceSessionEnd = (): void => connect().postMessage('over' satisfies SessionEvent)

// Every response says how long the session lasts. A refused one may ask for a confirmation.
readAnswers((answer, again) => {
  const { headers, status } = answer
  const [milliseconds, word] = headers.get(SESSION_HEADER)?.split('; ') ?? []
  if (milliseconds) learnSessionEnd({ at: Date.now() + Number(milliseconds), isFinal: word === 'final' })
  return status === 403 ? import('./stepUp.ts').then((one) => one.stepUp(answer, again)) : undefined
})
