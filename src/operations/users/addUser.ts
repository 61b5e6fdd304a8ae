import { roleLabels } from '#domain/access/actor.ts'
import { newUserInput } from '#domain/users/inputs.ts'
import type { Prisma, User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { type NewIdentifiers, saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { refuseTakenAddress } from '../takenAddress.ts'
import { userNames } from './findUsers.ts'
import { actorForUpdate } from './forUpdate.ts'
import { refuseGuessable } from './refuseGuessable.ts'

export const ADDRESS_TAKEN = 'A user with this email address already exists'

/** Creates the first administrator (S02) from the command line, where no user is signed in. */
export const addUser = unwrapped(
  withIdentifiers(newUserInput),
  async (ctx: RequestContext, { password, identifiers, ...user }): Promise<User> => {
    await refuseGuessable(ctx, 'password', password, user)
    return insertUser(ctx, { ...user, passwordHash: await ctx.passwords.hash(password) }, identifiers)
  },
)

/** Stores an account and alerts the other administrators to a new one, and all to an account made by a key. */
export const insertUser = (
  ctx: RequestContext,
  user: Prisma.UserCreateInput,
  identifiers: NewIdentifiers,
): Promise<User> => inTransaction(ctx, (inside) => storeUser(inside, user, { identifiers }))

/** The same in the transaction of `ctx`. `by` is who adds the account if no user does. */
export async function storeUser(
  ctx: RequestContext,
  user: Prisma.UserCreateInput,
  { identifiers, by = 'The command line' }: { identifiers?: NewIdentifiers; by?: string } = {},
): Promise<User> {
  if (ctx.actor) await actorForUpdate({ ...ctx, actor: ctx.actor })
  const added = await refuseTakenAddress(ctx, ADDRESS_TAKEN, () =>
    ctx.db.user.create({ data: { ...user, createdAt: ctx.now() } }),
  )
  await saveIdentifiers(ctx, 'user', added.id, identifiers)
  await audit(ctx, { action: 'created', resourceType: 'user', resourceId: added.id })
  if (added.role === 'admin') await alertOfAdministrator(ctx, added, by)
  if (ctx.actor?.key) await alertOfKey(ctx, ctx.actor.key.id, added)
  return added
}

async function alertOfAdministrator(ctx: RequestContext, { id }: User, by: string): Promise<void> {
  const actorId = ctx.actor?.id ?? null
  const nameOf = await userNames(ctx, [actorId, id])
  await sendAlert(ctx, 'administrator_added', {
    by: nameOf(actorId) ?? by,
    user: nameOf(id),
    except: [id],
  })
}

async function alertOfKey(
  ctx: RequestContext,
  keyId: string,
  { firstName, lastName, role }: User,
): Promise<void> {
  const { name } = await ctx.db.apiKey.findUniqueOrThrow({ where: { id: keyId }, select: { name: true } })
  await sendAlert(ctx, 'key_created_account', {
    key: name,
    user: `${firstName} ${lastName}`,
    role: roleLabels[role],
  })
}
