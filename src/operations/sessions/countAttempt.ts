import { createHash } from 'node:crypto'
import { networkOf } from '#domain/access/network.ts'
import { amountOf } from '#domain/amount.ts'
import { Failure } from '#domain/errors.ts'
import type { User } from '#infra/prisma/client.ts'
import type { Tally } from '#infra/throttle.ts'
import type { Visit } from '../context.ts'
import { hasSignedInFrom } from './hasSignedInFrom.ts'

/** An attempt that may go on, and has been counted as if it were to fail. */
export type Attempt = {
  /** Whether it is the last one that the account has. */
  isLast: boolean
  /** Takes the count back: the account has a clean sheet again, and the address loses nothing by it. */
  succeeded: () => Promise<void>
}

/** What an account is counted by: the same for one that does not exist. */
export const accountKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('hex')

/** Refused because of too much before it; says when the window ends. */
export function tooMany(what: string, { secondsLeft }: Tally): Failure {
  const minutes = Math.ceil(secondsLeft / 60)
  const wait = amountOf(minutes, 'minute')
  return new Failure('rate_limited', `Too many attempts to ${what}. Try again in ${wait}.`, {
    retryAfter: secondsLeft,
  })
}

/**
 * Counts an attempt to sign in before the password is worked through, so that of many at once no more are let through
 * than of many in a row. Throws `rate_limited` when the address or the account has used up its attempts. An address
 * from which this user has signed in lately goes by a count of its own: whoever tries from elsewhere cannot keep the
 * user out.
 */
export async function countAttempt(
  ctx: Visit,
  email: string,
  user: Pick<User, 'id' | 'email'> | null,
): Promise<Attempt> {
  const { address, account, accountAtAddress } = ctx.signInLimits
  const place = networkOf(ctx.request.ipAddress)
  const who = accountKey(user?.email ?? email)
  const whoHere = `${who}@${place}`

  const here = await address.consume(place)
  if (here.isOver) {
    await address.giveBack(place)
    throw tooMany('sign in', here)
  }
  const [anywhere, ofThemHere] = await Promise.all([account.consume(who), accountAtAddress.consume(whoHere)])
  if (anywhere.isOver && (!(await hasSignedInFrom(ctx, user?.id ?? null, place)) || ofThemHere.isOver)) {
    await Promise.all([address.giveBack(place), account.giveBack(who), accountAtAddress.giveBack(whoHere)])
    throw tooMany('sign in', anywhere)
  }
  return {
    isLast: anywhere.count === account.points,
    succeeded: async () => {
      await Promise.all([address.giveBack(place), account.forgive(who), accountAtAddress.forgive(whoHere)])
    },
  }
}

/** Forgets what was counted for an account, and gives each address back what it tried there. */
export async function forgetAttempts(ctx: Visit, user: Pick<User, 'id' | 'email'>): Promise<void> {
  const { address, account, accountAtAddress, currentPassword } = ctx.signInLimits
  const who = accountKey(user.email)
  const places = await accountAtAddress.forgiveAll(`${who}@`)
  await Promise.all([
    account.forgive(who),
    currentPassword.forgive(user.id),
    ...places.map(({ key, count }) => address.giveBack(key.slice(who.length + 1), count)),
  ])
}
