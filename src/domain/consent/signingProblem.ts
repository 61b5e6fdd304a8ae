/** A provider's failure and what a caller may do about it. */
export type SigningProblem = {
  message: string
  /** Whether a retry may work, because the request itself is valid. */
  transient: boolean
  /** Seconds to wait as requested by the provider; `null` if it did not say. */
  retryAfterSeconds: number | null
}

const MARK = 'caseload.signingTrouble'

/**
 * Thrown when a signing provider cannot be reached or refuses a request. The message is a sentence for the
 * sender.
 */
export class SigningTrouble extends Error implements SigningProblem {
  override name = 'SigningTrouble'
  readonly [MARK] = true
  readonly transient: boolean
  readonly retryAfterSeconds: number | null

  constructor(
    message: string,
    {
      transient = false,
      retryAfterSeconds = null,
      cause,
    }: Partial<Omit<SigningProblem, 'message'>> & { cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.transient = transient
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The provider's failure; `null` for any other error, whose message callers must not see. */
export const signingProblemOf = (error: unknown): SigningProblem | null =>
  error instanceof Error && MARK in error ? (error as SigningTrouble) : null

const SECOND = 1000
const FIRST_WAIT = 60
const LONGEST_WAIT = 6 * 3600

/**
 * When to retry after this many tries: after a minute, doubling up to six hours, but not before the provider
 * allows it.
 */
export function nextTry(
  now: Date,
  tries: number,
  { retryAfterSeconds }: Pick<SigningProblem, 'retryAfterSeconds'>,
): Date {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 20))
  return new Date(now.getTime() + Math.max(wait, retryAfterSeconds ?? 0) * SECOND)
}
