import { endSession } from './session.ts'
import { withoutAnswer } from './toast.ts'
import { newKey } from './useSubmit.ts'

/** Why a form was refused, with optional details. */
export type Refusal = { message: string; detail?: string }

/**
 * The outcome of sending: accepted with the server's message, cancelled by the user, or refused with a reason.
 */
export type FormOutcome =
  | { kind: 'done'; message: string; answer: unknown }
  | { kind: 'cancelled' }
  | ({ kind: 'refused' } & Refusal)

/** A form that is being sent. */
export type Sending = { outcome: Promise<FormOutcome>; cancel: () => void }

type Words = {
  /** The text if the server's error has no message. */
  refused: string
  /** The text if there is no response. */
  fallback: string
}

/** The Idempotency-Keys of forms that are not yet known to be accepted, by address and content. */
const unanswered = new Map<string, string>()

/**
 * Sends a form with files and reports progress from 0 to 1, which `fetch` cannot do. If no answer comes, the same form can be sent
 * again: its change is made only once.
 */
export function sendForm(
  address: string,
  form: FormData,
  onProgress: (share: number) => void,
  words: Words,
): Sending {
  const request = new XMLHttpRequest()
  const wasOnline = navigator.onLine
  const sent = JSON.stringify([address, ...[...form].map(([name, value]) => [name, contentOf(value)])])
  const key = unanswered.get(sent) ?? newKey()
  unanswered.set(sent, key)
  const outcome = new Promise<FormOutcome>((done) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const answered = outcomeOf(request, words)
      if (answered.kind === 'done') unanswered.delete(sent)
      done(answered)
    }
    request.onerror = () =>
      done({ kind: 'refused', message: words.fallback, detail: withoutAnswer(wasOnline, true) })
    request.onabort = () => done({ kind: 'cancelled' })
  })
  request.open('POST', address)
  request.setRequestHeader('Accept', 'application/json')
  request.setRequestHeader('Idempotency-Key', key)
  request.send(form)
  return { outcome, cancel: () => request.abort() }
}

/** Tells files apart without reading them. */
const contentOf = (value: FormDataEntryValue) =>
  typeof value === 'string' ? value : [value.name, value.size, value.lastModified]

function outcomeOf({ status, responseText }: XMLHttpRequest, { refused }: Words): FormOutcome {
  const kind = status >= 200 && status < 300 ? 'done' : 'refused'
  if (status === 401) endSession()
  try {
    const answer = JSON.parse(responseText) as { message?: string }
    return { kind, answer, message: answer.message || (kind === 'done' ? '' : refused) }
  } catch {
    return { kind, answer: null, message: kind === 'done' ? '' : `HTTP ${status}` }
  }
}
