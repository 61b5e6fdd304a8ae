import { randomUUID } from 'node:crypto'
import { setPasswordPath } from '#domain/access/screens.ts'
import { Failure } from '#domain/errors.ts'
import { ACCOUNT_LINK_GONE, ACCOUNT_LINK_HOURS } from '#domain/users/accountLinks.ts'
import type { AccountLink, User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'

const HOUR = 3_600_000

/** The secret of a link, also after `SESSION_SECRET` was rotated. The database has only its hash. */
const secretOf = (
  { signing }: Pick<RequestContext, 'signing'>,
  { id, linkHash }: { id: string; linkHash?: string },
): string | null => signing.of('built_in').linkSecret(`account link ${id}`, linkHash)

/** The public URL of a link; `null` if its secret was made with a server secret that is no longer listed. */
export function accountLinkUrl(
  ctx: Pick<RequestContext, 'signing' | 'publicUrl'>,
  link: Pick<AccountLink, 'id' | 'linkHash'>,
): string | null {
  const secret = secretOf(ctx, link)
  return secret && `${ctx.publicUrl}${setPasswordPath(secret)}`
}

/** Creates a link for a user, which replaces the earlier one. */
export async function createAccountLink(
  ctx: RequestContext,
  userId: string,
  kind: AccountLink['kind'],
): Promise<AccountLink> {
  await ctx.db.accountLink.deleteMany({ where: { userId } })
  const id = randomUUID()
  const createdAt = ctx.now()
  const link = await ctx.db.accountLink.create({
    data: {
      id,
      userId,
      kind,
      linkHash: ctx.hashLink(secretOf(ctx, { id }) ?? ''),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ACCOUNT_LINK_HOURS[kind] * HOUR),
    },
  })
  await audit(ctx, { action: 'created', resourceType: kind, resourceId: id, details: { userId } })
  return link
}

/** Ends the user's link, if there is one, with an audit row. Returns whether there was one. */
export async function endAccountLink(ctx: RequestContext, userId: string, reason: string): Promise<boolean> {
  const [link] = await ctx.db.$queryRaw<Pick<AccountLink, 'id' | 'kind'>[]>`
    DELETE FROM account_links WHERE user_id = ${userId}::uuid RETURNING id, kind`
  if (!link) return false
  await audit(ctx, {
    action: 'deleted',
    resourceType: link.kind,
    resourceId: link.id,
    details: { userId, reason },
  })
  return true
}

/** A link that works, and its user with the password hash. */
export type OpenAccountLink = AccountLink & { user: User }

/** The link with this secret. Throws `not_found` if it does not work, or its user may not sign in. */
export async function findAccountLink(ctx: RequestContext, secret: string): Promise<OpenAccountLink> {
  const link = await ctx.db.accountLink.findFirst({
    where: {
      linkHash: ctx.hashLink(secret),
      expiresAt: { gt: ctx.now() },
      user: { kind: 'person', isActive: true, deletedAt: null },
    },
    include: { user: { omit: { passwordHash: false } } },
  })
  if (!link) throw linkGone()
  return link
}

export const linkGone = () => new Failure('not_found', ACCOUNT_LINK_GONE)

/** Removes links to reset a password that have expired. An expired invitation stays, so that it can be seen and sent again. */
export async function removeExpiredLinks({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.accountLink.deleteMany({
    where: { kind: 'password_reset', expiresAt: { lt: now() } },
  })
  return count
}
