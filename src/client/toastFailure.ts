import type { CombinedError } from '@urql/core'
import { type ToastContent, toastQueue } from '#ui/toastQueue.ts'
import { toldFailure } from './failure.ts'

const OFFLINE = 'You are offline. Nothing you typed is lost: try again when you are back.'
const UNHEARD =
  'No answer came. Nothing you typed is lost: look whether your change is there before you try again.'

/** What is safe and what to do where no answer came. */
export const withoutAnswer = (): string => (navigator.onLine ? UNHEARD : OFFLINE)

/** The server's sentences on these say what to do, and by which reference the line of the log is found. */
const faults = new Set(['internal', 'unavailable'])

/** Milliseconds in which two sentences are read and a reference is noted. */
const LONG = 20_000

type Said = Pick<ToastContent, 'description' | 'detail'>

/** Tells that something was not done, and below it what more there is to say. */
export const failed = ({ description, detail }: Said): void =>
  toastQueue.add(
    { title: 'Error', description, detail, tone: 'destructive' },
    detail === undefined ? {} : { timeout: LONG },
  )

/**
 * Tells why something was not done: the server's sentence where it refused, and else SPEC section 8's words with what is
 * safe and what to do. That the session has ended is told in words of its own.
 */
export function toastFailure(error: CombinedError, words: string): void {
  const { code, message } = toldFailure(error, words)
  if (code === 'unauthenticated') return
  if (code === undefined) failed({ description: words, detail: withoutAnswer() })
  else if (faults.has(code)) failed({ description: words, detail: message })
  else failed({ description: message })
}

/** The same where SPEC section 8 has one sentence for every refusal. */
export function toastFailureInWords(error: CombinedError, words: string): void {
  const { code } = toldFailure(error, words)
  if (code === undefined || code === 'unauthenticated' || faults.has(code)) toastFailure(error, words)
  else failed({ description: words })
}
