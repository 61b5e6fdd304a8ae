import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { Failure } from '#domain/errors.ts'
import { RECOVERY_CODE_BYTES, RECOVERY_CODES, recoveryCodeFrom } from '#domain/factors/recoveryCode.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { recoveryCodeHash } from './spendFactor.ts'

/** Replaces the caller's recovery codes and returns the new ones, which are shown once. Only their hashes are stored. */
export async function makeRecoveryCodes(ctx: OperationContext): Promise<string[]> {
  const { id: userId } = ctx.actor
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCodeFrom(randomBytes(RECOVERY_CODE_BYTES)),
  )
  await ctx.db.recoveryCode.deleteMany({ where: { userId } })
  await ctx.db.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: recoveryCodeHash(code), createdAt: ctx.now() })),
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'recovery_code',
    resourceId: userId,
    details: { count: codes.length },
  })
  return codes
}

/** Replaces the caller's recovery codes. The old ones stop working. Throws `conflict` without a second factor. */
export const renewRecoveryCodes = operation(z.strictObject({}), async (ctx): Promise<string[]> => {
  authorize(ctx, 'factor.manage')
  await requireStepUp(ctx)
  const { hasSecondFactor } = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } })
  if (!hasSecondFactor) throw new Failure('conflict', 'Set up a second factor first')
  return makeRecoveryCodes(ctx)
})
