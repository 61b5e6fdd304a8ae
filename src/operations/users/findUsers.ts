import type { Actor } from '#domain/access/actor.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { User } from '#infra/prisma/client.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { invalid } from '../operation.ts'
import { holdUser } from './forUpdate.ts'

/** The account with this ID. A deleted one counts as missing. */
export async function findUser({ db }: OperationContext, userId: string): Promise<User> {
  const user = isUuid(userId) ? await db.user.findFirst({ where: { id: userId, deletedAt: null } }) : null
  if (!user) throw notFound('User', userId)
  return user
}

/**
 * Returns an active user and locks the row until the transaction ends, so that deactivating the user or changing the
 * role waits. Throws `not_found` for an unknown user, and `invalid` for `field` if the user is not active.
 */
export async function activeUserForUpdate(
  ctx: OperationContext,
  userId: string,
  field: string,
  { isPerson = false } = {},
): Promise<User> {
  if (!isUuid(userId)) throw notFound('User', userId)
  await holdUser(ctx, userId)
  const user = await ctx.db.user.findFirst({ where: { id: userId, deletedAt: null } })
  if (!user) throw notFound('User', userId)
  if (!user.isActive) throw invalid({ [field]: 'Choose an active user' })
  if (isPerson && user.kind !== 'person') throw invalid({ [field]: 'Choose a person' })
  return user
}

/** The names of users by ID, including deleted users. */
export async function userNames(
  { db }: Pick<RequestContext, 'db'>,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const present = [...new Set(ids.filter((id) => id !== null))]
  const users = await db.user.findMany({
    where: { id: { in: present } },
    select: { id: true, firstName: true, lastName: true },
  })
  const names = new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]))
  return (id) => names.get(id ?? '') ?? null
}

/** The active administrator with this email address, for commands. Throws `forbidden` if there is none. */
export async function findAdministrator({ db }: RequestContext, email: string): Promise<Actor> {
  const user = await db.user.findFirst({ where: { email, role: 'admin', isActive: true, deletedAt: null } })
  if (!user) throw new Failure('forbidden', `${email} is not an active administrator`)
  const { id, role, mustChangePassword } = user
  return { id, role, mustChangePassword }
}

/** Throws `conflict` with this message for a service account. */
export function refuseServiceAccount({ kind }: Pick<User, 'kind'>, message: string): void {
  if (kind === 'service') throw new Failure('conflict', message)
}
