import type { User } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/**
 * Whether a user must sign in at a provider, because the account is connected to one that closes passwords. Never for an
 * administrator without whom no administrator could sign in with a password.
 */
export async function isPasswordClosed(
  { db, signOn }: RequestContext,
  { id: userId, role }: Pick<User, 'id' | 'role'>,
): Promise<boolean> {
  const issuer = { in: signOn.filter((one) => one.closesPasswords).map((one) => one.issuer) }
  if (issuer.in.length === 0) return false
  if (!(await db.signOnIdentity.findFirst({ where: { userId, issuer }, select: { id: true } }))) return false
  if (role !== 'admin') return true
  const local = await db.user.findFirst({
    where: {
      role: 'admin',
      kind: 'person',
      isActive: true,
      deletedAt: null,
      hasPassword: true,
      id: { not: userId },
      signOnIdentities: { none: { issuer } },
    },
    select: { id: true },
  })
  return local !== null
}

/** Whether a user can sign in with a password. A user whom a provider created has none. */
export const usesPassword = async (
  ctx: RequestContext,
  user: Pick<User, 'id' | 'role' | 'hasPassword'>,
): Promise<boolean> => user.hasPassword && !(await isPasswordClosed(ctx, user))

/** The same for the caller. A visitor has no account. */
export async function callerUsesPassword(ctx: RequestContext): Promise<boolean> {
  const user = ctx.actor && (await ctx.db.user.findUnique({ where: { id: ctx.actor.id } }))
  return user !== null && usesPassword(ctx, user)
}
