/** The codes of failed requests, the same in every API (DECISIONS, "Numbers, lists, words"). */
export const failureCodes = [
  'unauthenticated',
  'factor_required',
  'forbidden',
  'step_up_required',
  'not_found',
  'method_not_allowed',
  'conflict',
  'stale',
  'invalid',
  'too_large',
  'unsupported',
  'rate_limited',
  'provider',
  'unavailable',
  'storage_full',
  'storage_read_only',
  'too_many_files',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** The HTTP status of each code (DECISIONS, "Numbers, lists, words"). */
export const statusOf: Record<FailureCode, number> = {
  unauthenticated: 401,
  factor_required: 401,
  forbidden: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 412,
  invalid: 400,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  provider: 502,
  unavailable: 503,
  storage_full: 507,
  storage_read_only: 503,
  too_many_files: 503,
}

/** The HTTP status of an error response; `internal` is any error that is not a `Failure`. */
export const httpStatus = (code: FailureCode | 'internal'): number =>
  code === 'internal' ? 500 : statusOf[code]

/**
 * How a user can show that it is them. `sign_on` is signing in at the provider again, for a user without factor and password
 * here.
 */
export const proofKinds = ['password', 'passkey', 'code', 'recovery_code', 'sign_on'] as const
export type ProofKind = (typeof proofKinds)[number]

/** Messages by input field. */
export type FieldMessages = Record<string, string>

/** The object of a refused request, so that the denial is audited with the requested ID. */
export type FailureSubject = { resourceType: string; resourceId?: string | undefined }

// The server and the built pages each load a copy of this module, and errors pass between them. `instanceof`
// therefore checks a shared mark.
const mark = Symbol.for('caseload.failure')

/** The only error whose message reaches a caller. Any other error is masked. */
export class Failure extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && mark in value
  }

  readonly [mark] = true
  readonly code: FailureCode
  readonly fields: FieldMessages | undefined
  readonly subject: FailureSubject | undefined
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfter: number | undefined
  /** The version of the object that a `stale` change was for. */
  readonly version: string | undefined
  /** What the caller can show to get past `factor_required` or `step_up_required`. */
  readonly how: readonly ProofKind[] | undefined

  constructor(
    code: FailureCode,
    message: string,
    about: {
      fields?: FieldMessages
      subject?: FailureSubject
      retryAfter?: number
      version?: string
      how?: readonly ProofKind[]
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: about.cause })
    this.name = 'Failure'
    this.code = code
    this.fields = about.fields
    this.subject = about.subject
    this.retryAfter = about.retryAfter
    this.version = about.version
    this.how = about.how
  }
}

/** Not signed in. SPEC section 8 sets the word. */
export const unauthenticated = () => new Failure('unauthenticated', 'Unauthorized')

/** The password was right, but the account has a second factor. */
export const factorRequired = (how: readonly ProofKind[]) => {
  const message = how.includes('code') ? 'Enter the code from your authenticator app' : 'Use your passkey'
  return new Failure('factor_required', message, { how, fields: { code: message } })
}

/** The action needs a recent sign-in or confirmation. `stepUp` takes one of `how`. */
export const stepUpRequired = (how: readonly ProofKind[], subject?: FailureSubject) =>
  new Failure('step_up_required', 'Confirm it’s you to continue', { how, ...(subject && { subject }) })

export const forbidden = (subject?: FailureSubject) =>
  new Failure('forbidden', 'You do not have permission to do this', subject ? { subject } : {})

/** A missing and an invisible object give the same error, which never reveals that something exists. */
export const notFound = (what: string, resourceId?: string) =>
  new Failure('not_found', `${what} not found`, {
    subject: { resourceType: what.toLowerCase().replaceAll(' ', '_'), resourceId },
  })
