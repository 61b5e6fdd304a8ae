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

/** The reasons of a `conflict` that a program can handle without a person. */
export const conflictReasons = {
  wrong_status: 'The object is in a status that does not allow it. Read it again',
  slot_taken: 'The time is taken, or outside of working hours. Choose another, or set `bookAnyway`',
  email_taken: 'Another patient or user has this e-mail address',
  identifier_taken: 'Another object of the same kind has this identifier',
  request_open: 'The patient already has an open consent request',
  scan_waiting: 'The file waits for its virus scan. Try again in a minute',
  file_infected: 'The file is quarantined and never opens',
  legal_hold: 'The patient is on legal hold, so nothing can be removed',
  key_reused: 'The `Idempotency-Key` belongs to another request. Use a new one',
  still_running: 'The first request with this `Idempotency-Key` still runs. Send it again in a moment',
  answer_lost:
    'The first request with this `Idempotency-Key` was carried out, but its answer is lost. Read what you wanted to change',
} as const
export type ConflictReason = keyof typeof conflictReasons

/** Messages by input field. */
export type FieldMessages = Record<string, string>

/** The object of a refused request, so that the denial is audited with the requested ID. */
export type FailureSubject = { resourceType: string; resourceId?: string | undefined }

// The server and the built pages each load a copy of this module, and errors pass between them. `instanceof`
// therefore checks a shared mark.
const mark = Symbol.for('caseload.failure')

/** What a failure says beside its code and message, where it has something to say. */
export type FailureFacts = {
  fields?: FieldMessages
  /** Of a `conflict`. */
  reason?: ConflictReason
  /** Seconds until a retry makes sense, if known. */
  retryAfter?: number
  /** The version of the object that a `stale` change was for. */
  version?: string
  /** What the caller can show to get past `factor_required` or `step_up_required`. */
  how?: readonly ProofKind[]
}

/** The only error whose message reaches a caller. Any other error is masked. */
export class Failure extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && mark in value
  }

  readonly [mark] = true
  readonly code: FailureCode
  readonly subject: FailureSubject | undefined
  /** The facts for the response. */
  readonly facts: FailureFacts

  constructor(
    code: FailureCode,
    message: string,
    { subject, cause, ...facts }: FailureFacts & { subject?: FailureSubject; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'Failure'
    this.code = code
    this.subject = subject
    this.facts = facts
  }

  get fields(): FieldMessages | undefined {
    return this.facts.fields
  }
}

/** The current state does not allow it, for a reason that a program can handle. */
export const conflict = (reason: ConflictReason, message: string) =>
  new Failure('conflict', message, { reason })

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

export const forbidden = (subject?: FailureSubject, message = 'You do not have permission to do this') =>
  new Failure('forbidden', message, subject ? { subject } : {})

/** The answer of a call that does not exist, in this mode or at all. */
export const noSuchCall = () =>
  new Failure('not_found', 'There is no such call. /api/openapi.json lists all calls.')

/** A missing and an invisible object give the same error, which never reveals that something exists. */
export const notFound = (what: string, resourceId?: string) =>
  new Failure('not_found', `${what} not found`, {
    subject: { resourceType: what.toLowerCase().replaceAll(' ', '_'), resourceId },
  })

/** Something failed after a change was committed. The caller must learn that the change was made. */
export class FailedAfterChange extends Error {
  constructor(cause: unknown) {
    super('The change was committed, and what followed failed', { cause })
  }
}
