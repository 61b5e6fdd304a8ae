import type * as z from 'zod/mini'
import type { Role } from '#domain/access/actor.ts'
import { searchWords } from '#domain/patients/search.ts'
import { userListInput } from '#domain/users/inputs.ts'
import type { Prisma, User } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'

/** How many accounts there are of each role, whatever was searched for. */
export type RoleCount = { role: Role; count: number }

export type UserPage = Page<User> & { totalCount: number; roleCounts: RoleCount[] }

/** All accounts by name, the inactive ones too, or those that match a search; deleted ones are history. */
export function listUsers(
  ctx: OperationContext,
  raw: z.input<typeof userListInput>,
  page: PageArgs,
): Promise<UserPage> {
  const { search } = parse(userListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'user.list')
    const where: Prisma.UserWhereInput = { deletedAt: null, AND: matching(search) }
    const found = await readPage(
      page,
      [
        { field: 'lastName', direction: 'asc', kind: 'text' },
        { field: 'firstName', direction: 'asc', kind: 'text' },
        { field: 'id', direction: 'asc', kind: 'key' },
      ],
      (query) => inside.db.user.findMany({ ...query, where: { AND: [where, query.where] } }),
    )
    const roleCounts = await countRoles(inside)
    const totalCount = search
      ? await inside.db.user.count({ where })
      : roleCounts.reduce((sum, { count }) => sum + count, 0)
    await auditListed(inside, 'user', { filters: search ? ['search'] : [], count: totalCount })
    return { ...found, totalCount, roleCounts }
  })
}

// Prisma passes LIKE's own signs through.
const matching = (search: string | null | undefined): Prisma.UserWhereInput[] =>
  searchWords(search ?? '').map((word) => ({ searchText: { contains: word.replace(/[\\%_]/g, '\\$&') } }))

async function countRoles({ db }: OperationContext): Promise<RoleCount[]> {
  const found = await db.user.groupBy({ by: ['role'], where: { deletedAt: null }, _count: true })
  return found.map(({ role, _count: count }) => ({ role, count }))
}
