import { SESSION_CHANNEL, SESSION_HEADER } from '#domain/access/session.ts'
import { readAnswers } from './answers.ts'

/** When the session ends by this machine's clock, and whether using it could move that. */
export type SessionEnd = { at: number; isFinal: boolean }

type Said = SessionEnd | 'over'

let end: SessionEnd | null = null
let channel: BroadcastChannel | undefined
const listeners = new Set<(said: Said) => void>()
const tell = (said: Said) => {
  for (const listener of listeners) listener(said)
}

function connect(): BroadcastChannel {
  if (channel) return channel
  channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data === 'over') return tell('over')
    if (end && data.at <= end.at) return
    end = data
    tell(data)
  }
  return channel
}

/** When the session ends, as far as this tab has heard. */
export const sessionEnd = (): SessionEnd | null => end

/** Takes in what the server said, and passes it on to the browser's other tabs. */
export function learnSessionEnd(milliseconds: number, isFinal: boolean): void {
  end = { at: Date.now() + milliseconds, isFinal }
  tell(end)
  connect().postMessage(end)
}

/** Hears of each new end, and of the session being over as another tab found it. */
export function followSession(listener: (said: Said) => void): () => void {
  connect()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the browser's other tabs that nobody is signed in any more; for the page that asks to sign in. */
export const tellSessionOver = (): void => connect().postMessage('over' satisfies Said)

// Every answer says how long the session goes on.
readAnswers(({ headers }) => {
  const [milliseconds, word] = headers.get(SESSION_HEADER)?.split('; ') ?? []
  if (milliseconds) learnSessionEnd(Number(milliseconds), word === 'final')
})
