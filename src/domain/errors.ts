/** Why a request failed, in the words every door answers with (DECISIONS, "Numbers, lists, words"). */
export const failureCodes = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'invalid',
  'too_large',
  'unsupported',
  'rate_limited',
  'provider',
  'unavailable',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** The HTTP status of each failure (DECISIONS, "Numbers, lists, words"). */
export const statusOf: Record<FailureCode, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  invalid: 400,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  provider: 502,
  unavailable: 503,
}

/** Messages by the name of the input field they belong to. */
export type FieldMessages = Record<string, string>

/** What a refused request reached for, so that the denial can be recorded by the id that was asked for. */
export type FailureSubject = { resourceType: string; resourceId?: string | undefined }

// The server and the built pages each hold a copy of this module, and a failure crosses from one to the other: so
// `instanceof` goes by a mark that both know.
const mark = Symbol.for('caseload.failure')

/** The only error whose message reaches a caller; anything else is a fault and is masked. */
export class Failure extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && mark in value
  }

  readonly [mark] = true
  readonly code: FailureCode
  readonly fields: FieldMessages | undefined
  readonly subject: FailureSubject | undefined
  /** Seconds after which trying again makes sense, where that is known. */
  readonly retryAfter: number | undefined

  constructor(
    code: FailureCode,
    message: string,
    about: { fields?: FieldMessages; subject?: FailureSubject; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause })
    this.name = 'Failure'
    this.code = code
    this.fields = about.fields
    this.subject = about.subject
    this.retryAfter = about.retryAfter
  }
}

/** Not signed in; the word is the one SPEC section 8 looks for. */
export const unauthenticated = () => new Failure('unauthenticated', 'Unauthorized')

export const forbidden = (subject?: FailureSubject) =>
  new Failure('forbidden', 'You do not have permission to do this', subject ? { subject } : {})

/** Missing and invisible look the same, so that an answer never tells that something exists. */
export const notFound = (what: string, resourceId?: string) =>
  new Failure('not_found', `${what} not found`, {
    subject: { resourceType: what.toLowerCase().replaceAll(' ', '_'), resourceId },
  })
