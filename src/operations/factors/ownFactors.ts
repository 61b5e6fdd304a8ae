import * as z from 'zod/mini'
import { factorDueAt } from '#domain/factors/secondFactor.ts'
import type { Passkey } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

/** The caller's own second factors. */
export type OwnFactors = {
  authenticatorApp: { createdAt: Date; lastUsedAt: Date | null } | null
  passkeys: Passkey[]
  recoveryCodesLeft: number
  /** When the caller must have a second factor; `null` if none is required or there is one. */
  dueAt: Date | null
}

/** Returns the caller's own second factors, without their secrets. */
export const ownFactors = unwrapped(z.strictObject({}), async (ctx): Promise<OwnFactors> => {
  authorize(ctx, 'factor.add')
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.id },
    include: {
      authenticatorApps: { where: { confirmedAt: { not: null } } },
      passkeys: { orderBy: { id: 'asc' } },
    },
  })
  const [app] = user.authenticatorApps
  return {
    authenticatorApp: app
      ? { createdAt: app.confirmedAt ?? app.createdAt, lastUsedAt: app.lastUsedAt }
      : null,
    passkeys: user.passkeys,
    recoveryCodesLeft: await ctx.db.recoveryCode.count({ where: { userId: ctx.actor.id, usedAt: null } }),
    dueAt: factorDueAt(user, ctx.secondFactors),
  }
})
