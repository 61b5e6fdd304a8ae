import { seesPatient } from '#domain/access/visibility.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { notOpenTo } from '../patients/notOpenTo.ts'

/**
 * Locks a provider's row until the transaction ends. The second of two concurrent bookings with one provider
 * waits and then sees the first. `NO KEY UPDATE` does not block rows that merely refer to the user.
 */
export const holdProvider = ({ db }: OperationContext, userId: string): Promise<unknown> =>
  db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`

/**
 * Checks that a user can be the provider: the user is active and can see the patient. Throws `invalid`.
 * Otherwise the user's row is locked.
 */
export async function checkProvider(ctx: OperationContext, userId: string, patient: Patient): Promise<void> {
  if (isUuid(userId)) await holdProvider(ctx, userId)
  const user = isUuid(userId)
    ? await ctx.db.user.findFirst({ where: { id: userId, kind: 'person', isActive: true, deletedAt: null } })
    : null
  if (!user) throw invalid({ providerId: 'Choose an active user' })
  if (!seesPatient(user, patient)) throw invalid({ providerId: notOpenTo(user) })
}
