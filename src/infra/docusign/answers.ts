import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import { readBounded } from '../readBounded.ts'
import { inCallSpan, traceHeaders } from '../tracing.ts'

/**
 * The time limit of one call. A send makes at most four, so it stays below the minute after which it counts
 * as interrupted.
 */
const CALL_MS = 12_000
const LONGEST_WAIT = 3_700
/** The largest answer in JSON, in bytes. A list of a thousand envelopes is smaller. */
const ANSWER_MAX = 10_000_000

/**
 * An error response of DocuSign: `{ errorCode, message }`, or `{ error, error_description }` from its account
 * server.
 */
export type Refusal = { status: number; code: string; message: string; retryAfterSeconds: number | null }

/**
 * Makes a call. Returns a `Refusal` for an error response. Throws `SigningTrouble` if there was no response.
 */
export async function call(url: string, init: RequestInit, now: () => Date): Promise<Response | Refusal> {
  let response: Response
  try {
    const sent = () =>
      fetch(url, {
        ...init,
        headers: { ...init.headers, ...traceHeaders() },
        redirect: 'error',
        signal: AbortSignal.timeout(CALL_MS),
      })
    response = await inCallSpan('docusign call', sent)
  } catch (cause) {
    throw unreached(cause)
  }
  return response.ok ? response : refusalOf(response, now)
}

export const isRefusal = (answer: Response | Refusal): answer is Refusal => !(answer instanceof Response)

/** Reads a response of at most `max` bytes under the same time limit. */
export async function read(response: Response, max: number): Promise<Buffer<ArrayBuffer>> {
  const body = await readBounded(response, max).catch((cause: unknown) => {
    throw unreached(cause)
  })
  if (!body) throw new SigningTrouble('DocuSign sent more than Caseload accepts', { transient: true })
  return body
}

/** Reads a response in JSON. Throws temporary trouble for anything else, such as the page of a proxy. */
export async function readJson(response: Response): Promise<unknown> {
  const value = jsonIn(await read(response, ANSWER_MAX))
  if (value !== undefined) return value
  throw new SigningTrouble('DocuSign sent a response that is not JSON', { transient: true })
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function unreached(cause: unknown): SigningTrouble {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  return new SigningTrouble(isLate ? 'DocuSign did not answer in time' : 'DocuSign could not be reached', {
    transient: true,
    cause,
  })
}

async function refusalOf(response: Response, now: () => Date): Promise<Refusal> {
  const body = await readBounded(response, ANSWER_MAX).catch(() => null)
  const answer = stringsIn(body && jsonIn(body))
  return {
    status: response.status,
    code: answer.errorCode ?? answer.error ?? '',
    message: (answer.message ?? answer.error_description ?? '').slice(0, 300),
    retryAfterSeconds: waitOf(response.headers, now()),
  }
}

type ErrorAnswer = Partial<Record<'errorCode' | 'message' | 'error' | 'error_description', string>>

const stringsIn = (value: unknown): ErrorAnswer =>
  Object.fromEntries(Object.entries(Object(value)).filter(([, one]) => typeof one === 'string'))

/** `Retry-After` in seconds or as a date. Otherwise, if no calls remain, the time in `X-RateLimit-Reset`. */
function waitOf(headers: Headers, now: Date): number | null {
  const after = headers.get('retry-after')
  const reset = headers.get('x-ratelimit-remaining') === '0' ? headers.get('x-ratelimit-reset') : null
  const until = after === null ? reset && Number(reset) * 1000 : Date.parse(after)
  const seconds =
    after !== null && /^\d+$/.test(after) ? Number(after) : until && (Number(until) - now.getTime()) / 1000
  return seconds && Number.isFinite(seconds) ? Math.min(LONGEST_WAIT, Math.max(1, Math.ceil(seconds))) : null
}

/** A rate limit. DocuSign reports it with status 400 as well as 429. */
export const isLimit = ({ status, code }: Refusal) => status === 429 || /_LIMIT_EXCEEDED$/i.test(code)

export const noMoreCalls = (retryAfterSeconds: number | null) =>
  new SigningTrouble('DocuSign takes no more calls from this account for now', {
    transient: true,
    retryAfterSeconds,
  })

/** Turns an error response into trouble. Rate limits and server errors are temporary; others are not. */
export function troubleFrom(refusal: Refusal): SigningTrouble {
  const { status, code, message, retryAfterSeconds } = refusal
  if (isLimit(refusal)) return noMoreCalls(retryAfterSeconds)
  if (status >= 500 || status === 408)
    return new SigningTrouble(`DocuSign is not working at the moment (${status})`, {
      transient: true,
      retryAfterSeconds,
    })
  return new SigningTrouble(`DocuSign refused: ${message || 'no reason given'} (${code || status})`)
}
