import { alertAdministrators } from '../alerts/alertAdministrators.ts'
import { auditAll } from '../audit.ts'
import type { OperationContext } from '../context.ts'
import { userNames } from './userNames.ts'

/**
 * Gives the service accounts of a user who leaves to another person, and tells every administrator. They go on working:
 * the clinic's programs do not stop because their owner left. Without a successor the acting person gets them, and when
 * a key acts, the administrator who has been there longest.
 */
export async function handOverServiceAccounts(
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
  const count = accounts.length === 1 ? '1 service account' : `${accounts.length} service accounts`
  await alertAdministrators(
    ctx,
    'service_account_handed_over',
    `${count} of ${nameOf(fromId)} was transferred to ${nameOf(toId)}`,
  )
}

async function longestAdministrator({ db }: OperationContext): Promise<string> {
  const { id } = await db.user.findFirstOrThrow({
    where: { role: 'admin', isActive: true, deletedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return id
}
