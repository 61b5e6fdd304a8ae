import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

/** The account with this ID. A deleted one counts as missing. */
export async function knownUser({ db }: OperationContext, userId: string): Promise<User> {
  const user = isUuid(userId) ? await db.user.findFirst({ where: { id: userId, deletedAt: null } }) : null
  if (!user) throw notFound('User', userId)
  return user
}
