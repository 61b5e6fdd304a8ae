import { isOpenTo } from '#domain/access/policy.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { notOpenTo } from '../patients/notOpenTo.ts'

/**
 * Holds a provider until the transaction ends: of two bookings with one person at once the second waits, and then
 * sees the first. Weak enough not to stand in the way of rows that only point at the user.
 */
export const holdProvider = ({ db }: OperationContext, userId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`

/**
 * Who can see a patient: somebody active, and nobody to whom that patient is not open, since they could not see the
 * appointment. Throws `invalid`; whoever passes is held.
 */
export async function checkProvider(ctx: OperationContext, userId: string, patient: Patient): Promise<void> {
  if (isUuid(userId)) await holdProvider(ctx, userId)
  const user = isUuid(userId)
    ? await ctx.db.user.findFirst({ where: { id: userId, isActive: true, deletedAt: null } })
    : null
  if (!user) throw invalid({ providerId: 'Choose an active user' })
  if (!isOpenTo(user, patient)) throw invalid({ providerId: notOpenTo(user) })
}
