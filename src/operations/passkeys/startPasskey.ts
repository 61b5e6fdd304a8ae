import * as z from 'zod/mini'
import { networkOf } from '#domain/access/network.ts'
import { Failure } from '#domain/errors.ts'
import { PASSKEY } from '#domain/factors/inputs.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { type PasskeyChallenge, storeChallenge } from './challenges.ts'

const NEEDS_NAME =
  'Passkeys need an address with a name, such as https://caseload.example.org. This one is an IP address.'

/** Counts a challenge before it is stored, because visitors can ask for them. */
async function countChallenge(ctx: RequestContext): Promise<void> {
  const tally = await ctx.signInLimits.passkeyChallenge.consume(networkOf(ctx.request.ipAddress))
  if (tally.isOver) throw tooMany('use a passkey', tally)
}

/** Starts adding a passkey of the caller. Throws `conflict` for a user who has the most passkeys, and for a site without a name. */
export const startPasskey = unwrapped(
  z.strictObject({}),
  async (ctx: OperationContext): Promise<PasskeyChallenge> => {
    authorize(ctx, 'factor.add')
    await requireStepUp(ctx)
    if (!ctx.passkeys.isPossible) throw new Failure('conflict', NEEDS_NAME)
    await countChallenge(ctx)
    const { id } = ctx.actor
    const { email, firstName, lastName, passkeys } = await ctx.db.user.findUniqueOrThrow({
      where: { id },
      include: { passkeys: { select: { credentialId: true } } },
    })
    if (passkeys.length >= PASSKEY.count)
      throw new Failure('conflict', `You have ${PASSKEY.count} passkeys. Remove one first.`)
    const known = passkeys.map(({ credentialId }) => credentialId)
    const started = await ctx.passkeys.startAdding({ id, email, name: `${firstName} ${lastName}` }, known)
    return storeChallenge(ctx, 'add', started)
  },
)

/** Starts showing a passkey: to sign in, or in a session to confirm. It says nothing about any user. */
export const startPasskeyProof = unwrapped(
  z.strictObject({}),
  async (ctx: RequestContext): Promise<PasskeyChallenge> => {
    refuseKeys(ctx, 'session')
    await countChallenge(ctx)
    return storeChallenge(ctx, 'prove', await ctx.passkeys.startProving())
  },
)
