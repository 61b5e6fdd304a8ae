import { seesPatient } from '#domain/access/visibility.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { notOpenTo } from '../patients/notOpenTo.ts'
import { holdUser } from '../users/forUpdate.ts'

/**
 * Checks that a user can be the provider: the user is active and can see the patient. Throws `invalid`.
 * Otherwise the user's row is locked, so that the second of two concurrent bookings with one provider waits and then sees the first.
 */
export async function checkProvider(ctx: OperationContext, userId: string, patient: Patient): Promise<void> {
  if (isUuid(userId)) await holdUser(ctx, userId)
  const user = isUuid(userId)
    ? await ctx.db.user.findFirst({ where: { id: userId, kind: 'person', isActive: true, deletedAt: null } })
    : null
  if (!user) throw invalid({ providerId: 'Choose an active user' })
  if (!seesPatient(user, patient)) throw invalid({ providerId: notOpenTo(user) })
}
