import { Failure } from '#domain/errors.ts'
import { inviteUserInput, userInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { accountLinkUrl, createAccountLink, endAccountLink } from '../accountLinks/accountLink.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'
import { inTransaction, operation, unwrapped } from '../operation.ts'
import { tooMany } from '../sessions/countAttempt.ts'
import { storeUser } from './addUser.ts'
import { refuseServiceAccount } from './findUsers.ts'
import { userForUpdate } from './forUpdate.ts'

/** An invitation. `link` is `null` if it was e-mailed; otherwise the administrator passes it on, and sees it only here. */
export type UserInvitation = { user: User; link: string | null; expiresAt: Date }

/** Creates an account without a password and invites its user to set one. */
export const inviteUser = unwrapped(
  inviteUserInput,
  async (ctx: OperationContext, user): Promise<UserInvitation> => {
    authorize(ctx, 'user.invite', undefined, { resourceType: 'user' })
    await countInvitation(ctx)
    return inTransaction(ctx, async (inside) =>
      invite(inside, await storeUser(inside, { ...user, passwordHash: null })),
    )
  },
)

/**
 * Invites a user without a password again, for instance one whose account was made by an API key. The earlier link stops
 * working. Throws `conflict` for a user who has a password or is not active.
 */
export const resendInvitation = unwrapped(
  userInput,
  async (ctx: OperationContext, { userId }): Promise<UserInvitation> => {
    authorize(ctx, 'user.invite', undefined, { resourceType: 'user', resourceId: userId })
    await countInvitation(ctx)
    return inTransaction(ctx, async (inside) => {
      const user = await userForUpdate(inside, userId)
      refuseServiceAccount(user, 'A service account has no password')
      if (user.hasPassword) throw new Failure('conflict', 'This user has a password. Use Reset Password.')
      if (!user.isActive) throw new Failure('conflict', 'Activate this user before you send an invitation')
      return invite(inside, user)
    })
  },
)

/** Ends the invitation of a user. The account stays, without a password. Throws `conflict` if there is no invitation. */
export const withdrawInvitation = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.invite', undefined, { resourceType: 'user', resourceId: userId })
  const user = await userForUpdate(ctx, userId)
  const hasEnded = !user.hasPassword && (await endAccountLink(ctx, userId, 'withdrawn'))
  if (!hasEnded) throw new Failure('conflict', 'This user has no open invitation')
  return user
})

/** Each invitation may send an e-mail to any address. */
async function countInvitation({ actor, signInLimits }: OperationContext): Promise<void> {
  const tally = await signInLimits.invitations.consume(actor.id)
  if (tally.isOver) throw tooMany('send invitations', tally)
}

async function invite(ctx: OperationContext, user: User): Promise<UserInvitation> {
  const link = await createAccountLink(ctx, user.id, 'invitation')
  const isMailed = await queueMail(ctx, { kind: 'user_invitation', to: user.email, userId: user.id })
  return { user, link: isMailed ? null : accountLinkUrl(ctx, link), expiresAt: link.expiresAt }
}
