import { roleLabels } from '#domain/access/actor.ts'
import { isPromotion } from '#domain/apiKeys/apiKey.ts'
import { editUserInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { endAccountLink } from '../accountLinks/accountLink.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf } from '../edited.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { refuseTakenAddress } from '../takenAddress.ts'
import { ADDRESS_TAKEN } from './addUser.ts'
import { endAccess } from './endAccess.ts'
import { refuseServiceAccount, userNames } from './findUsers.ts'
import { userForUpdate } from './forUpdate.ts'

/**
 * Changes the given fields. A change of role ends all sessions of the user, so that no page opened under the old role
 * stays open, and their API keys unless it is a promotion. The user keeps all assignments.
 */
export const editUser = operation(
  withIdentifiers(editUserInput),
  async (ctx, { userId, identifiers, ...input }): Promise<User> => {
    const subject = { resourceType: 'user' as const, resourceId: userId }
    authorize(ctx, 'user.edit', { userId }, subject)
    const user = await userForUpdate(ctx, userId)
    const changes = Object.fromEntries(
      Object.entries(input).filter(([name, value]) => value !== undefined && value !== user[name as 'role']),
    ) as Partial<Pick<User, 'firstName' | 'lastName' | 'email' | 'role' | 'firm'>>
    const { role } = changes
    if (role) authorize(ctx, 'user.changeRole', { userId }, subject)
    if (role || changes.email) await requireStepUp(ctx, subject)
    if (changes.lastName || changes.email || role)
      refuseServiceAccount(user, 'Only the name of a service account can be changed')
    const changed = changesOf(user, changes)
    const newIdentifiers = await saveIdentifiers(ctx, 'user', userId, identifiers)
    if (newIdentifiers) changed.identifiers = newIdentifiers
    if (Object.keys(changed).length === 0) return user
    const edited = await refuseTakenAddress(ctx, ADDRESS_TAKEN, () =>
      ctx.db.user.update({
        where: { id: userId },
        // A new role may require a second factor, so its grace period begins now.
        data: { ...changes, ...(role && user.factorGraceFrom && { factorGraceFrom: ctx.now() }) },
      }),
    )
    // The person who could read the old address must not set the password.
    if (changes.email) await endAccountLink(ctx, userId, 'email_changed')
    if (role) {
      await endAccess(ctx, userId, 'role_changed', { keepsKeys: isPromotion(user.role, role) })
      await alertOfRole(ctx, user, role)
    }
    await auditEdit(ctx, changed, { ...subject, ...(role && { details: { role } }) })
    return edited
  },
)

async function alertOfRole(ctx: OperationContext, { id, role }: User, next: User['role']): Promise<void> {
  const nameOf = await userNames(ctx, [ctx.actor.id, id])
  await sendAlert(ctx, next === 'admin' ? 'administrator_added' : 'role_changed', {
    by: nameOf(ctx.actor.id),
    user: nameOf(id),
    from: roleLabels[role],
    to: roleLabels[next],
  })
}
