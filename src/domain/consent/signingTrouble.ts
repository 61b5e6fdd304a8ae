/** What a caller may do about a provider's trouble. */
export type Trouble = {
  message: string
  /** Nothing is wrong with the request itself: the same may work later. */
  transient: boolean
  /** Seconds the provider asked to be left alone for; `null` when it did not say. */
  retryAfterSeconds: number | null
}

const MARK = 'caseload.signingTrouble'

/** A signing provider that could not be reached, or refused. The message is a sentence for whoever sent the request. */
export class SigningTrouble extends Error implements Trouble {
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
    }: Partial<Omit<Trouble, 'message'>> & { cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.transient = transient
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * The same of whatever was thrown, and whether the provider foresaw it. What it did not is taken for a fault that will
 * not pass by itself.
 */
export function troubleOf(error: unknown): Trouble & { isProviders: boolean } {
  const isProviders = error instanceof Error && MARK in error
  const { transient = false, retryAfterSeconds = null } = isProviders ? (error as SigningTrouble) : {}
  const message = error instanceof Error ? error.message : 'no reason given'
  return { message, transient, retryAfterSeconds, isProviders }
}

const SECOND = 1000
const FIRST_WAIT = 60
const LONGEST_WAIT = 6 * 3600

/** When to try again after so many tries: a minute, doubling up to six hours, and never before the provider said. */
export function nextTry(
  now: Date,
  tries: number,
  { retryAfterSeconds }: Pick<Trouble, 'retryAfterSeconds'>,
): Date {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 20))
  return new Date(now.getTime() + Math.max(wait, retryAfterSeconds ?? 0) * SECOND)
}
