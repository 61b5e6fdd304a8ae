import { createHash } from 'node:crypto'
import { networkOf } from '#domain/access/network.ts'
import { amountOf } from '#domain/amount.ts'
import { Failure } from '#domain/errors.ts'
import type { User } from '#infra/prisma/client.ts'
import type { Tally, Throttle } from '#infra/throttle.ts'
import type { RequestContext } from '../context.ts'
import { hasSignedInFrom } from './hasSignedInFrom.ts'

/** A sign-in attempt whose password may be verified. It is already counted as a failure. */
export type Attempt = {
  /** Whether to verify the password against the account. If not, verification takes the same time and always fails. */
  isCompared: boolean
  /** The time until which a failure locks the account; `null` unless this is the account's last attempt. */
  lockedUntil: Date | null
  /** The error that the caller gets if the attempt fails. */
  failure: Failure
  /** Clears the counts after a complete sign-in. */
  succeeded: () => Promise<void>
  /** Removes only this attempt from the counts: the password was right, but a second factor is still missing. */
  undo: () => Promise<void>
}

/** The key that counts the attempts for an account. An unknown account has one too. */
export const accountKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('hex')

/** The same response for an unknown address, a wrong password and an inactive account (DECISIONS). */
export const wrongPassword = () => new Failure('unauthenticated', 'Invalid email or password')

/** The error for too many attempts, with the time at which the window ends. */
export const tooMany = (what: string, left: Pick<Tally, 'secondsLeft'>): Failure =>
  rateLimited(`Too many attempts to ${what}.`, left)

/** A `rate_limited` error. Its message is the sentence `problem`, followed by when to try again. */
export function rateLimited(problem: string, { secondsLeft }: Pick<Tally, 'secondsLeft'>): Failure {
  const minutes = Math.ceil(secondsLeft / 60)
  const wait = minutes < 120 ? amountOf(minutes, 'minute') : amountOf(Math.ceil(minutes / 60), 'hour')
  return new Failure('rate_limited', `${problem} Try again in ${wait}.`, { retryAfter: secondsLeft })
}

/**
 * Counts an attempt on a known device of the account. The device has a separate limit, so that neither a blocked network
 * nor a flood of guesses locks the user out. Throws `rate_limited` above the limit.
 */
export async function countOnDevice(
  { signInLimits: { account, accountOnDevice } }: RequestContext,
  user: Pick<User, 'email'>,
  knownDeviceId: string,
): Promise<Attempt> {
  const who = accountKey(user.email)
  const whoOnIt = `${who}@${knownDeviceId}`
  const onIt = await accountOnDevice.consume(whoOnIt)
  if (onIt.isOver) {
    await accountOnDevice.giveBack(whoOnIt)
    throw tooMany('sign in', onIt)
  }
  // Counted for the account as well, so that administrators can see the guesses.
  const anywhere = await account.consume(who)
  return {
    isCompared: true,
    lockedUntil: anywhere.count === account.points ? anywhere.until : null,
    failure: wrongPassword(),
    succeeded: async () => {
      await Promise.all([accountOnDevice.forgive(whoOnIt), account.giveBack(who, onIt.count)])
    },
    undo: async () => void (await Promise.all([accountOnDevice.giveBack(whoOnIt), account.giveBack(who)])),
  }
}

/** The attempts per window, as a multiple of the limit, after which a blocked network gets no password verified. */
const TRIES_WHILE_BLOCKED = 5

/**
 * Counts an attempt from an unknown browser before the password is verified, so that concurrent attempts cannot exceed
 * the limit. The first attempts have no delay, later ones do.
 *
 * When the network or the account has used up its attempts, only the right password of a user who has recently signed
 * in from this network is accepted. All other attempts get `rate_limited` after the same work, so that the response does not reveal
 * which accounts exist (QUALITY S03). Throws `rate_limited` without that work after `TRIES_WHILE_BLOCKED` times the limit.
 */
export async function countAtNetwork(
  ctx: RequestContext,
  email: string,
  user: Pick<User, 'id' | 'email'> | null,
): Promise<Attempt> {
  const { address, account, accountAtAddress } = ctx.signInLimits
  const network = networkOf(ctx.request.ipAddress)
  const who = accountKey(user?.email ?? email)
  const whoHere = `${who}@${network}`

  const here = await address.consume(network)
  if (here.count > TRIES_WHILE_BLOCKED * address.points) {
    await address.giveBack(network)
    throw tooMany('sign in', here)
  }
  const [anywhere, ofThemHere] = await Promise.all([account.consume(who), accountAtAddress.consume(whoHere)])
  const forgiveHere = () => Promise.all([address.giveBack(network), accountAtAddress.forgive(whoHere)])
  const undoHere = () => Promise.all([address.giveBack(network), accountAtAddress.giveBack(whoHere)])
  if (!here.isOver && !anywhere.isOver) {
    await ctx.delay(Math.max(delayOf(address, here), delayOf(account, anywhere)))
    return {
      isCompared: true,
      lockedUntil: anywhere.count === account.points ? anywhere.until : null,
      failure: wrongPassword(),
      succeeded: async () => void (await Promise.all([forgiveHere(), account.forgive(who)])),
      undo: async () => void (await Promise.all([undoHere(), account.giveBack(who)])),
    }
  }
  // Attempts while blocked neither lock the account for other networks nor extend a lock.
  await account.giveBack(who)
  const blocked = tooMany('sign in', here.isOver ? here : anywhere)
  if (ofThemHere.isOver) {
    await undoHere()
    throw blocked
  }
  return {
    isCompared: await hasSignedInFrom(ctx, user?.id ?? null, network),
    lockedUntil: null,
    failure: blocked,
    succeeded: async () => void (await forgiveHere()),
    undo: async () => void (await undoHere()),
  }
}

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 2_000

/** Milliseconds that an attempt waits: 0 for the first half of the limit, then twice as long each time. */
function delayOf({ points }: Throttle, { count }: Tally): number {
  const slowed = count - Math.ceil(points / 2)
  return slowed <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (slowed - 1), LONGEST_DELAY_MS)
}

/**
 * Clears the attempt counts of an account in the transaction of `ctx`, and subtracts its attempts from the count of each
 * network. `keepsCodes` leaves the count of wrong codes, which only someone with the password reaches.
 */
export async function forgetAttempts(
  { db, signInLimits }: RequestContext,
  user: Pick<User, 'id' | 'email'>,
  { keepsCodes = false } = {},
): Promise<void> {
  const { address, account, accountAtAddress, accountOnDevice, currentPassword, secondFactor } = signInLimits
  const who = accountKey(user.email)
  await account.forgive(who, db)
  await accountOnDevice.forgiveAll(`${who}@`, db)
  await currentPassword.forgive(user.id, db)
  if (!keepsCodes) await secondFactor.forgive(user.id, db)
  for (const { key, count } of await accountAtAddress.forgiveAll(`${who}@`, db))
    await address.giveBack(key.slice(who.length + 1), count, db)
}
