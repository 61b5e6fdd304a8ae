import { Failure } from '#domain/errors.ts'
import { stepUpInput } from '#domain/factors/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { type FactorKind, withFactor } from '../factors/spendFactor.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { tooMany } from './countAttempt.ts'
import { markProven, proofsOf } from './requireStepUp.ts'

/**
 * Confirms that the user of this session is still the person at the keyboard, for the actions that need it: with the second
 * factor, or with the password if the user has none. Wrong codes and passwords count like those of a sign-in and a password
 * change.
 */
export const stepUp = unwrapped(
  stepUpInput,
  async (ctx: OperationContext, { password, ...shown }): Promise<void> => {
    authorize(ctx, 'factor.add')
    const user = await ctx.db.user.findUniqueOrThrow({
      where: { id: ctx.actor.id },
      omit: { passwordHash: false },
    })
    const [proof] = await proofsOf(ctx, user)
    if (proof === 'sign_on')
      throw new Failure('conflict', 'This account has no password here. Sign in at the provider again.')
    if (proof === 'password') return confirmPassword(ctx, user.passwordHash, password)
    if (!shown.passkey && !shown.code && !shown.recoveryCode)
      throw invalid(
        proof === 'passkey'
          ? { passkey: 'Use your passkey' }
          : { code: 'Enter the 6 digits from your authenticator app' },
      )
    await withFactor(ctx, ctx.actor.id, shown, {
      code: 'invalid',
      accepted: (inside, factor) => record(inside as OperationContext, factor),
      refused: (inside) =>
        audit(inside, { action: 'denied', resourceType: 'session', details: { code: 'second_factor' } }),
    })
  },
)

async function confirmPassword(
  ctx: OperationContext,
  hash: string | null,
  password: string | null | undefined,
): Promise<void> {
  if (!password) throw invalid({ password: 'Enter your password' })
  const { currentPassword: limit } = ctx.signInLimits
  const tally = await limit.consume(ctx.actor.id)
  if (tally.isOver) throw tooMany('confirm your identity', tally)
  if (!(await ctx.passwords.verify(hash, password))) {
    await audit(ctx, { action: 'denied', resourceType: 'session', details: { code: 'password' } })
    throw new Failure('invalid', 'Password is incorrect', { fields: { password: 'Password is incorrect' } })
  }
  await inTransaction(ctx, async (inside) => {
    await limit.forgive(ctx.actor.id, inside.db)
    await record(inside, 'password')
  })
}

async function record(ctx: OperationContext, factor: FactorKind | 'password'): Promise<void> {
  await markProven(ctx)
  await audit(ctx, {
    action: 'updated',
    resourceType: 'session',
    details: { fields: ['provenAt'], factor },
  })
}
