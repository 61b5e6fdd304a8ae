import { type Role, roleLabels } from '#domain/access/actor.ts'
import { isPromotion } from '#domain/apiKeys/apiKey.ts'
import type { SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { endAccess } from '../users/endAccess.ts'

/**
 * Gives a user the role that a provider's groups say, with what a change of role by an administrator brings. The last active
 * administrator keeps the role.
 */
export async function followRole(
  ctx: RequestContext,
  provider: SignOnProvider,
  userId: string,
  role: Role,
): Promise<void> {
  // The same lock as for administrators who change each other's roles, so that one always remains.
  const administrators = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE role = 'admin' AND is_active AND deleted_at IS NULL ORDER BY id FOR UPDATE`
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })
  if (user.role === role) return
  if (administrators.every(({ id }) => id === userId) && administrators.length > 0) return
  await ctx.db.user.update({
    where: { id: userId },
    data: { role, ...(user.factorGraceFrom && { factorGraceFrom: ctx.now() }) },
  })
  await endAccess(ctx, userId, 'role_changed', { keepsKeys: isPromotion(user.role, role) })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['role'], role, by: provider.id },
  })
  await sendAlert(ctx, role === 'admin' ? 'administrator_added' : 'role_changed', {
    by: provider.name,
    user: `${user.firstName} ${user.lastName}`,
    from: roleLabels[user.role],
    to: roleLabels[role],
  })
}
