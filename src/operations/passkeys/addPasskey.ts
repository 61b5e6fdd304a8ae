import { Failure } from '#domain/errors.ts'
import { addPasskeyInput, PASSKEY } from '#domain/factors/inputs.ts'
import type { Passkey } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { makeRecoveryCodes } from '../factors/makeRecoveryCodes.ts'
import { countFactorAttempt } from '../factors/spendFactor.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { endSessions } from '../sessions/openSessions.ts'
import { markProven, requireStepUp } from '../sessions/requireStepUp.ts'
import { holdUser } from '../users/forUpdate.ts'
import { challengeGone, takeChallenge } from './challenges.ts'

/** A new passkey, and the recovery codes of a user whose first factor it is, which are shown once. */
export type AddedPasskey = { passkey: Passkey; recoveryCodes: string[] }

/**
 * Adds a passkey that the caller's device has made. The first factor of a user ends all other sessions, which began without
 * one, and brings recovery codes. Throws `invalid` for an answer that is wrong or for another site, and `conflict` for a
 * challenge that was used or is too old.
 */
export const addPasskey = unwrapped(
  addPasskeyInput,
  async (ctx: OperationContext, { challengeId, response, name }): Promise<AddedPasskey> => {
    authorize(ctx, 'factor.add')
    await requireStepUp(ctx)
    await countFactorAttempt(ctx, ctx.actor.id)
    const challenge = await takeChallenge(ctx, 'add', challengeId)
    if (challenge === null) throw challengeGone()
    const made = await ctx.passkeys.finishAdding(response, challenge)
    if (!made) throw new Failure('invalid', 'This passkey cannot be used here. Start again.')
    return inTransaction(ctx, (inside) => store(inside, { ...made, name }))
  },
)

async function store(
  ctx: OperationContext,
  made: Pick<Passkey, 'credentialId' | 'name' | 'isSynced'> & { publicKey: Buffer; counter: number },
): Promise<AddedPasskey> {
  const { id: userId } = ctx.actor
  // Concurrent changes of one user's factors wait for each other.
  await holdUser(ctx, userId)
  const { hasSecondFactor } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })
  if ((await ctx.db.passkey.count({ where: { userId } })) >= PASSKEY.count)
    throw new Failure('conflict', `You have ${PASSKEY.count} passkeys. Remove one first.`)
  if (await ctx.db.passkey.findUnique({ where: { credentialId: made.credentialId }, select: { id: true } }))
    throw new Failure('conflict', 'This passkey was added already')
  const passkey = await ctx.db.passkey.create({
    data: { ...made, userId, publicKey: Buffer.from(made.publicKey), createdAt: ctx.now() },
  })
  await audit(ctx, { action: 'created', resourceType: 'passkey', resourceId: passkey.id })
  await markProven(ctx)
  await ctx.signInLimits.secondFactor.forgive(userId, ctx.db)
  await sendAlert(ctx, 'second_factor_added', { users: [userId], passkey: made.name })
  if (hasSecondFactor) return { passkey, recoveryCodes: [] }
  const ended = await endSessions(ctx, userId, ctx.sid)
  await auditAll(
    ctx,
    ended.map((resourceId) => ({ action: 'logout', resourceType: 'session', resourceId })),
  )
  return { passkey, recoveryCodes: await makeRecoveryCodes(ctx) }
}
