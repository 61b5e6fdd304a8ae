import { sendAlert } from '../alerts/sendAlert.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { userNames } from './findUsers.ts'

/**
 * Transfers a deleted user's service accounts and alerts all administrators. The accounts stay active, so that the
 * clinic's programs do not stop. The new owner is the successor, otherwise the acting person. If a key acts, it is the
 * administrator with the oldest account.
 */
export async function reassignServiceAccounts(
  ctx: OperationContext,
  fromId: string,
  successorId?: string,
): Promise<void> {
  const where = { ownerId: fromId, deletedAt: null }
  const accounts = await ctx.db.user.findMany({ where, select: { id: true } })
  if (accounts.length === 0) return
  const toId = successorId ?? (ctx.actor.key ? await longestAdministrator(ctx) : ctx.actor.id)
  await ctx.db.user.updateMany({ where, data: { ownerId: toId } })
  await auditAll(
    ctx,
    accounts.map(({ id }) => ({
      action: 'updated',
      resourceType: 'user',
      resourceId: id,
      details: { fields: ['owner'] },
    })),
  )
  const nameOf = await userNames(ctx, [fromId, toId])
  await sendAlert(ctx, 'service_account_handed_over', {
    count: accounts.length,
    from: nameOf(fromId),
    to: nameOf(toId),
  })
}

async function longestAdministrator({ db }: OperationContext): Promise<string> {
  const { id } = await db.user.findFirstOrThrow({
    where: { role: 'admin', isActive: true, deletedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return id
}
