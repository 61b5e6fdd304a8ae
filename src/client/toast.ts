import type { CombinedError } from '@urql/core'
import type { ToastContent } from '#ui/Toast.tsx'
import { toastQueue } from '#ui/toastQueue.ts'
import { NotSent } from './answers.ts'
import { errorMessage } from './errorMessage.ts'

/** The key of a toast that the next page in this tab will show. */
const CARRIED = 'toast'

export const toast = {
  success: (title: string, description?: string) => toastQueue.add({ title, description, tone: 'success' }),
  failure: (title: string, description?: string) =>
    toastQueue.add({ title, description, tone: 'destructive' }),
  carry: (content: ToastContent) => sessionStorage.setItem(CARRIED, JSON.stringify(content)),
  /** Shows the previous page's toast once. */
  showCarried: () => {
    const carried = sessionStorage.getItem(CARRIED)
    if (!carried) return
    sessionStorage.removeItem(CARRIED)
    toastQueue.add(JSON.parse(carried) as ToastContent)
  },
}

const NOT_SENT = 'No connection. Nothing was sent.'
const UNHEARD = 'No answer came. Nothing you typed is lost. '
const LOOK = 'Look for your change before you try again.'
const MADE_ONCE = 'Try again: your change is made only once.'

/**
 * The details after a request without a response: whether data is safe, and the next step. `isMadeOnce` says that the request can
 * be sent again without making its change twice.
 */
export const withoutAnswer = (wasSent: boolean, isMadeOnce = false): string =>
  wasSent ? UNHEARD + (isMadeOnce ? MADE_ONCE : LOOK) : NOT_SENT

/** For these codes, the server's message says what to do and has a reference for the log. */
const faults = new Set(['internal', 'unavailable'])

/** Milliseconds to read two sentences and note a reference. */
const LONG = 20_000

type FailureText = Pick<ToastContent, 'description' | 'detail' | 'action'>

/** Shows an error toast with optional details below. `isLong` leaves time to note a reference. */
export const failed = (text: FailureText, isLong = text.detail !== undefined): void =>
  toastQueue.add({ title: 'Error', tone: 'destructive', ...text }, isLong ? { timeout: LONG } : {})

/**
 * Shows why something failed: the server's message if it refused, otherwise SPEC section 8's text with what
 * is safe and what to do. An ended session has its own message. Try Again runs `retry` if the request was not sent, or if its
 * change is made only once, however often it is sent.
 */
export function toastFailure(
  error: CombinedError,
  words: string,
  retry?: () => void,
  isMadeOnce = false,
): void {
  const { code, message, isChanged } = errorMessage(error, words)
  if (code === 'unauthenticated') return
  const wasSent = !(error.networkError instanceof NotSent)
  const action = retry && (isMadeOnce || !wasSent) ? { label: 'Try Again', onPress: retry } : undefined
  if (code === undefined) failed({ description: words, detail: withoutAnswer(wasSent, isMadeOnce), action })
  // After a change was made, SPEC's words would say that it failed.
  else if (faults.has(code))
    failed(isChanged ? { description: message } : { description: words, detail: message }, true)
  else failed({ description: message })
}

/** The same where SPEC section 8 sets one sentence for every refusal. The server's reason stands below it. */
export function toastFailureInWords(error: CombinedError, words: string, retry?: () => void): void {
  const { code, message } = errorMessage(error, words)
  if (code === undefined || code === 'unauthenticated' || faults.has(code)) toastFailure(error, words, retry)
  else failed({ description: words, detail: message })
}
