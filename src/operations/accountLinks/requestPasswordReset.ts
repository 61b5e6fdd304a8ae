import { v7 as newKey } from 'uuid'
import { networkOf } from '#domain/access/network.ts'
import { Failure } from '#domain/errors.ts'
import { RESET_WITHOUT_MAIL, requestPasswordResetInput } from '#domain/users/accountLinks.ts'
import type { RequestContext } from '../context.ts'
import { enqueue, type PasswordResetRequest } from '../enqueue.ts'
import { queueMail } from '../mail/queueMail.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { accountKey, tooMany } from '../sessions/countAttempt.ts'
import { refuseKeys } from '../sessions/refuseKeys.ts'
import { isPasswordClosed } from '../signOn/passwordClosed.ts'
import { createAccountLink } from './accountLink.ts'

/**
 * Requests an e-mail with a link to set a new password. The response and the work are the same whether or not an account has
 * the address: one read and one job. Throws `rate_limited` for too many requests from one network, and `conflict` if no
 * mail is set up. Too many requests for one account get the same response and no further e-mail.
 */
export const requestPasswordReset = unwrapped(
  requestPasswordResetInput,
  async (ctx: RequestContext, { email }): Promise<void> => {
    refuseKeys(ctx, 'password')
    if (!ctx.mailer) throw new Failure('conflict', RESET_WITHOUT_MAIL)
    const { resetFrom, resetFor } = ctx.signInLimits
    const here = await resetFrom.consume(networkOf(ctx.request.ipAddress))
    if (here.isOver) throw tooMany('reset a password', here)
    const ofThem = await resetFor.consume(accountKey(email))
    if (ofThem.isOver) return
    const user = await ctx.db.user.findFirst({ where: { email, deletedAt: null }, select: { id: true } })
    const { id, ipAddress, userAgent } = ctx.request
    const request: PasswordResetRequest = { userId: user?.id ?? null, request: { id, ipAddress, userAgent } }
    await enqueue(ctx, 'send_password_reset', request, {
      runAt: ctx.now(),
      key: `password_reset:${newKey()}`,
    })
  },
)

/**
 * Creates the link and queues its e-mail, under the request that asked for it. Does nothing for an unknown or inactive user,
 * for one without a password, whom an administrator
 * invites instead, and for one who has to sign in at a provider. Running twice replaces the link.
 */
export async function sendPasswordReset(
  ctx: RequestContext,
  { userId, request }: PasswordResetRequest,
): Promise<void> {
  if (!userId) return
  const context = { ...ctx, request: { ...ctx.request, ...request } }
  await inTransaction(context, async (inside) => {
    await inside.db.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`
    const user = await inside.db.user.findFirst({
      where: { id: userId, kind: 'person', isActive: true, deletedAt: null, hasPassword: true },
    })
    if (!user || (await isPasswordClosed(inside, user))) return
    await createAccountLink(inside, userId, 'password_reset')
    await queueMail(inside, { kind: 'password_reset', to: user.email, userId })
  })
}
