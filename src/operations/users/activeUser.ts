import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { invalid } from '../operation.ts'

/**
 * Returns an active user and locks the row until the transaction ends, so that deactivating the user or changing the
 * role waits. Throws `not_found` for an unknown user, and `invalid` for `field` if the user is not active.
 */
export async function holdActiveUser(
  { db }: OperationContext,
  userId: string,
  field: string,
  { isPerson = false } = {},
): Promise<User> {
  if (!isUuid(userId)) throw notFound('User', userId)
  await db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
  const user = await db.user.findFirst({ where: { id: userId, deletedAt: null } })
  if (!user) throw notFound('User', userId)
  if (!user.isActive) throw invalid({ [field]: 'Choose an active user' })
  if (isPerson && user.kind !== 'person') throw invalid({ [field]: 'Choose a person' })
  return user
}
