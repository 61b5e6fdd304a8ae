import type { Role } from '#domain/access/actor.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { usersFound } from './listUsers.ts'

/** The number of accounts with one role. */
export type RoleCount = { role: Role; count: number }

/** The number of accounts that match a search. */
export function countUsers(ctx: OperationContext, search: string | null): Promise<number> {
  authorize(ctx, 'user.list')
  return ctx.db.user.count({ where: usersFound(search) })
}

/** The number of accounts per role, ignoring the search. Leaves out roles without accounts. */
export async function countRoles(ctx: OperationContext): Promise<RoleCount[]> {
  authorize(ctx, 'user.list')
  const found = await ctx.db.user.groupBy({ by: ['role'], where: { deletedAt: null }, _count: true })
  return found.map(({ role, _count: count }) => ({ role, count }))
}
