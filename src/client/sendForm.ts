import { endSession } from './session.ts'
import { withoutAnswer } from './toastFailure.ts'

/** Why a form was not taken, and what more there is to say to it. */
export type Refusal = { message: string; detail?: string }

/** What became of a form: taken, with what the server says, given up by the person, or refused with a sentence for them. */
export type FormOutcome =
  | { kind: 'done'; message: string; answer: unknown }
  | { kind: 'cancelled' }
  | ({ kind: 'refused' } & Refusal)

/** A form on its way. */
export type Sending = { outcome: Promise<FormOutcome>; cancel: () => void }

type Words = {
  /** Said where the server answers without a sentence. */
  refused: string
  /** Said where no answer comes at all. */
  fallback: string
}

/** Sends a form with files and tells how far it is, from 0 to 1, which `fetch` cannot. */
export function sendForm(
  address: string,
  form: FormData,
  onProgress: (share: number) => void,
  words: Words,
): Sending {
  const request = new XMLHttpRequest()
  const outcome = new Promise<FormOutcome>((done) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => done(outcomeOf(request, words))
    request.onerror = () => done({ kind: 'refused', message: words.fallback, detail: withoutAnswer() })
    request.onabort = () => done({ kind: 'cancelled' })
  })
  request.open('POST', address)
  request.setRequestHeader('Accept', 'application/json')
  request.send(form)
  return { outcome, cancel: () => request.abort() }
}

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
