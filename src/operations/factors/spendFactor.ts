import { createHash } from 'node:crypto'
import { Failure } from '#domain/errors.ts'
import type { ShownFactor } from '#domain/factors/inputs.ts'
import { normalizedRecoveryCode } from '#domain/factors/recoveryCode.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { takeChallenge } from '../passkeys/challenges.ts'
import { type CheckedPasskey, checkPasskey, spendPasskey } from '../passkeys/checkPasskey.ts'
import { tooMany } from '../sessions/countAttempt.ts'

const PASSKEY_REFUSED = 'This passkey does not work here, or took too long. Try again.'

/** The factor that a user has shown. */
export type FactorKind = 'passkey' | 'authenticator_app' | 'recovery_code'

/** The kind of the factor that was sent. */
export const factorOf = ({ passkey, code }: ShownFactor): FactorKind =>
  passkey ? 'passkey' : code ? 'authenticator_app' : 'recovery_code'

/** What a secret is encrypted for, so that a row copied to another user does not work. */
export const secretPurpose = (userId: string): string => `authenticator:${userId}`

/** The hash under which a recovery code is stored. The code has 80 random bits, so a plain SHA-256 is enough. */
export const recoveryCodeHash = (code: string): string =>
  createHash('sha256').update(normalizedRecoveryCode(code)).digest('hex')

/**
 * Counts an attempt to show a second factor before the code is compared. Only a caller who knows the password or has a
 * session gets here, so others cannot use up a user's attempts. Throws `rate_limited` above the limit.
 */
export async function countFactorAttempt(ctx: RequestContext, userId: string): Promise<void> {
  const tally = await ctx.signInLimits.secondFactor.consume(userId)
  if (tally.isOver) throw tooMany('enter a code', tally)
}

/**
 * The error for a wrong or used code, with the field that was sent. `unauthenticated` means that there is no session.
 */
const wrongCode = (code: 'unauthenticated' | 'invalid', shown: ShownFactor): Failure => {
  if (shown.passkey) return new Failure(code, PASSKEY_REFUSED, { fields: { passkey: PASSKEY_REFUSED } })
  const message = shown.code
    ? 'This code is wrong or was used already. Wait for the next one.'
    : 'This recovery code is wrong or was used already'
  return new Failure(code, message, { fields: { [shown.code ? 'code' : 'recoveryCode']: message } })
}

/**
 * Uses up the code that the user has shown and returns its kind, or `null` if it is wrong or was used before. Concurrent
 * attempts with the same code wait for each other, and only the first succeeds. `checked` is the passkey, if one was shown.
 * Runs in the caller's transaction, so that a code is not lost without its effect.
 */
export async function spendFactor(
  ctx: RequestContext,
  userId: string,
  { code, recoveryCode }: ShownFactor,
  checked: CheckedPasskey | null,
): Promise<FactorKind | null> {
  if (checked) return (await spendPasskey(ctx, checked)) ? 'passkey' : null
  if (code) return (await acceptCode(ctx, userId, code, { isConfirmed: true })) ? 'authenticator_app' : null
  if (!recoveryCode) return null
  return (await spendRecoveryCode(ctx, userId, recoveryCode)) ? 'recovery_code' : null
}

/** Accepts a code of the app in use, or the first code of the one that waits for it. Each step is accepted once. */
export async function acceptCode(
  ctx: RequestContext,
  userId: string,
  code: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<string | null> {
  const app = await ctx.db.authenticatorApp.findFirst({
    where: { userId, confirmedAt: isConfirmed ? { not: null } : null },
  })
  if (!app) return null
  const step = ctx.authenticators.stepOf(ctx.secretKeys.unwrap(app, secretPurpose(userId)), code, ctx.now())
  if (step === null) return null
  const { count } = await ctx.db.authenticatorApp.updateMany({
    where: { id: app.id, lastStep: { lt: step } },
    data: { lastStep: step, lastUsedAt: ctx.now() },
  })
  return count === 1 ? app.id : null
}

async function spendRecoveryCode(ctx: RequestContext, userId: string, code: string): Promise<boolean> {
  const { count } = await ctx.db.recoveryCode.updateMany({
    where: { userId, codeHash: recoveryCodeHash(code), usedAt: null },
    data: { usedAt: ctx.now() },
  })
  if (count === 0) return false
  const left = await ctx.db.recoveryCode.count({ where: { userId, usedAt: null } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'recovery_code',
    resourceId: userId,
    userId,
    details: { fields: ['usedAt'], left },
  })
  await sendAlert(ctx, 'recovery_code_used', { users: [userId], left })
  return true
}

/**
 * Counts, uses up the shown factor and runs `accepted` in one transaction. If the code is wrong, `refused` records it in a
 * separate transaction. Throws `code` with the field, or `rate_limited`.
 */
export async function withFactor<Result>(
  ctx: RequestContext,
  userId: string,
  shown: ShownFactor,
  {
    accepted,
    refused,
    code,
  }: {
    code: 'unauthenticated' | 'invalid'
    accepted: (inside: RequestContext, kind: FactorKind) => Promise<Result>
    refused: (inside: RequestContext) => Promise<void>
  },
): Promise<Result> {
  await countFactorAttempt(ctx, userId)
  const checked = shown.passkey
    ? await checkPasskey(
        ctx,
        {
          challenge: await takeChallenge(ctx, 'prove', shown.passkey.challengeId),
          response: shown.passkey.response,
        },
        userId,
      )
    : null
  const done = await inTransaction(ctx, async (inside) => {
    const kind = await spendFactor(inside, userId, shown.passkey ? {} : shown, checked)
    if (!kind) return null
    await inside.signInLimits.secondFactor.forgive(userId, inside.db)
    return { result: await accepted(inside, kind) }
  })
  if (!done) {
    await inTransaction(ctx, refused)
    throw wrongCode(code, shown)
  }
  return done.result
}
