import { showExactly } from '#domain/dates.ts'
import { accountLinkInput, setPasswordByLinkInput } from '#domain/users/accountLinks.ts'
import type { AccountLink, User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { forgetAttempts, tooMany } from '../sessions/countAttempt.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { endAccess } from '../users/endAccess.ts'
import { refuseGuessable } from '../users/refuseGuessable.ts'
import { findAccountLink, linkGone } from './accountLink.ts'

/** The kind of a link that works. Nothing about its user, because anyone may have the link. Throws `not_found`. */
export const readAccountLink = unwrapped(
  accountLinkInput,
  async (ctx: RequestContext, { secret }): Promise<AccountLink['kind']> =>
    (await findAccountLink(ctx, secret)).kind,
)

/**
 * Sets the password of a link's user and uses the link up. It opens no session: the user signs in, with everything that
 * signing in requires. After "Forgot your password?" it ends the user's sessions, known devices, API keys and calendar
 * feeds, and unlocks the account. Throws `not_found` for a link that does not work.
 */
export const setPasswordByLink = unwrapped(
  setPasswordByLinkInput,
  async (ctx: RequestContext, { secret, newPassword }): Promise<void> => {
    refuseKeys(ctx, 'password')
    const { user, ...link } = await findAccountLink(ctx, secret)
    // Counted before the hash is computed, which is what a caller with a link could cost.
    const tally = await ctx.signInLimits.accountLink.consume(link.id)
    if (tally.isOver) throw tooMany('set a password', tally)
    await refuseGuessable(ctx, 'newPassword', newPassword, user)
    const passwordHash = await ctx.passwords.hash(newPassword)
    const { id, role } = user
    const asUser = { ...ctx, sid: null, actor: { id, role, mustChangePassword: false } }
    await inTransaction(asUser, (inside) => usedUp(inside, user, link, passwordHash))
  },
)

async function usedUp(
  ctx: OperationContext,
  user: User,
  { id, kind }: Omit<AccountLink, 'userId'>,
  passwordHash: string,
): Promise<void> {
  const { id: userId } = user
  // Locks the account first, as every operation that ends its links or sessions does.
  const active = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::uuid AND is_active AND deleted_at IS NULL FOR UPDATE`
  const { count } = await ctx.db.accountLink.deleteMany({ where: { id, expiresAt: { gt: ctx.now() } } })
  if (active.length === 0 || count === 0) throw linkGone()
  await ctx.db.user.update({ where: { id: userId }, data: { passwordHash, mustChangePassword: false } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'password',
    resourceId: userId,
    details: { fields: ['password'], by: kind, linkId: id },
  })
  if (kind === 'invitation')
    return sendAlert(ctx, 'invitation_accepted', { user: `${user.firstName} ${user.lastName}` })
  await endAccess(ctx, userId, 'password_reset')
  // Reading the mail of the account replaces the password, but no second factor, so links must not buy more tries at its codes.
  await forgetAttempts(ctx, user, { keepsCodes: true })
  await sendAlert(ctx, 'password_reset_by_link', {
    users: [userId],
    at: showExactly(ctx.now(), ctx.timeZone),
  })
}
