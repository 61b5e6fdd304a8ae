import { createHash } from 'node:crypto'
import { networkOf } from '#domain/access/network.ts'
import { amountOf } from '#domain/amount.ts'
import { Failure } from '#domain/errors.ts'
import type { User } from '#infra/prisma/client.ts'
import type { Tally, Throttle } from '#infra/throttle.ts'
import type { RequestContext } from '../context.ts'
import { hasSignedInFrom } from './hasSignedInFrom.ts'

/** An attempt to sign in whose password may be worked through. It has been counted as if it were to fail. */
export type Attempt = {
  /** Whether the password is compared with the account's. If not, comparing takes the same time and finds no match. */
  isCompared: boolean
  /** Until when the account is locked if this attempt fails; `null` unless it is the last one that the account has. */
  lockedUntil: Date | null
  /** What the visitor is told if the attempt fails. */
  failure: Failure
  /** Takes the count back. */
  succeeded: () => Promise<void>
}

/** What an account is counted by: the same for one that does not exist. */
export const accountKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('hex')

/** One answer for an unknown address, a wrong password and an inactive account (DECISIONS). */
export const wrongPassword = () => new Failure('unauthenticated', 'Invalid email or password')

/** Refused because of too much before it; says when the window ends. */
export function tooMany(what: string, { secondsLeft }: Tally): Failure {
  const minutes = Math.ceil(secondsLeft / 60)
  const wait = amountOf(minutes, 'minute')
  return new Failure('rate_limited', `Too many attempts to ${what}. Try again in ${wait}.`, {
    retryAfter: secondsLeft,
  })
}

/**
 * Counts an attempt on a known device of the account. It has a count of its own, so that neither a blocked network nor
 * a flood of guesses for the account keeps the user out. Throws `rate_limited` when that count is used up.
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
  // Counted for the account as well, so that administrators see that it is being guessed at.
  const anywhere = await account.consume(who)
  return {
    isCompared: true,
    lockedUntil: anywhere.count === account.points ? anywhere.until : null,
    failure: wrongPassword(),
    succeeded: async () => {
      await Promise.all([accountOnDevice.forgive(whoOnIt), account.giveBack(who, onIt.count)])
    },
  }
}

/** How often a network may try in a window, in multiples of what is allowed, before no password is worked through. */
const TRIES_WHILE_BLOCKED = 5

/**
 * Counts an attempt of a visitor without a known device, before the password is worked through, so that of many at once
 * no more are let through than of many in a row. The first attempts are answered at once, the next ones after a delay.
 *
 * When the network or the account has used up its attempts, only the right password of a user who has signed in from
 * this network lately lets in. Everything else is answered `rate_limited` after the same work, so that the answer does
 * not tell which accounts exist (QUALITY S03). Throws `rate_limited` without that work when there was too much of it.
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
  if (!here.isOver && !anywhere.isOver) {
    await ctx.delay(Math.max(delayOf(address, here), delayOf(account, anywhere)))
    return {
      isCompared: true,
      lockedUntil: anywhere.count === account.points ? anywhere.until : null,
      failure: wrongPassword(),
      succeeded: async () => void (await Promise.all([forgiveHere(), account.forgive(who)])),
    }
  }
  // What is tried while it is blocked does not lock the account for others, nor keep it locked for longer.
  await account.giveBack(who)
  const blocked = tooMany('sign in', here.isOver ? here : anywhere)
  if (ofThemHere.isOver) {
    await Promise.all([address.giveBack(network), accountAtAddress.giveBack(whoHere)])
    throw blocked
  }
  return {
    isCompared: await hasSignedInFrom(ctx, user?.id ?? null, network),
    lockedUntil: null,
    failure: blocked,
    succeeded: async () => void (await forgiveHere()),
  }
}

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 2_000

/** Milliseconds that an attempt waits: none for the first half of what is allowed, then twice as long each time. */
function delayOf({ points }: Throttle, { count }: Tally): number {
  const slowed = count - Math.ceil(points / 2)
  return slowed <= 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (slowed - 1), LONGEST_DELAY_MS)
}

/** Forgets what was counted for an account, and gives each network back what it tried there. */
export async function forgetAttempts(ctx: RequestContext, user: Pick<User, 'id' | 'email'>): Promise<void> {
  const { address, account, accountAtAddress, accountOnDevice, currentPassword } = ctx.signInLimits
  const who = accountKey(user.email)
  const networks = await accountAtAddress.forgiveAll(`${who}@`)
  await Promise.all([
    account.forgive(who),
    accountOnDevice.forgiveAll(`${who}@`),
    currentPassword.forgive(user.id),
    ...networks.map(({ key, count }) => address.giveBack(key.slice(who.length + 1), count)),
  ])
}
