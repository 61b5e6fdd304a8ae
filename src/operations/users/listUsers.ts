import type * as z from 'zod/mini'
import type { Role } from '#domain/access/actor.ts'
import { searchWords } from '#domain/patients/search.ts'
import { userInput, userListInput } from '#domain/users/inputs.ts'
import type { Prisma, User } from '#infra/prisma/client.ts'
import { audit, auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { escapeLike } from '../escapeLike.ts'
import { viewByIdentifier } from '../identifiers.ts'
import { inTransaction, operation, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'
import { findUser } from './findUsers.ts'

/** A page of accounts, and the search, which `totalCount` needs. */
export type UserPage = Page<User> & { search: string | null }

/** The accounts that match a search, sorted by name. Includes inactive but not deleted ones. */
export function listUsers(
  ctx: OperationContext,
  raw: z.input<typeof userListInput>,
  page: PageArgs,
): Promise<UserPage> {
  const { search } = parse(userListInput, raw)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'user.list')
    const found = await readPage(
      page,
      [
        { field: 'lastName', direction: 'asc', kind: 'text' },
        { field: 'firstName', direction: 'asc', kind: 'text' },
        { field: 'id', direction: 'asc', kind: 'key' },
      ],
      (query) => inside.db.user.findMany({ ...query, where: { AND: [usersFound(search), query.where] } }),
    )
    await auditListed(inside, 'user', {
      filters: search ? ['search'] : [],
      count: found.rows.length,
      page: { asked: { search }, args: page, found },
    })
    return { ...found, search: search ?? null }
  })
}

/** Accounts that match a search, without deleted ones. */
const usersFound = (search: string | null | undefined): Prisma.UserWhereInput => ({
  deletedAt: null,
  AND: matching(search),
})

const matching = (search: string | null | undefined): Prisma.UserWhereInput[] =>
  searchWords(search ?? '').map((word) => {
    const contains = escapeLike(word)
    return {
      OR: [
        { searchText: { contains } },
        { identifiers: { some: { value: { contains, mode: 'insensitive' as const } } } },
      ],
    }
  })

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

/** One account, as administrators manage it. */
export const viewUser = operation(userInput, async (ctx, { userId }): Promise<User> => {
  authorize(ctx, 'user.list')
  const user = await findUser(ctx, userId)
  await audit(ctx, { action: 'viewed', resourceType: 'user', resourceId: userId })
  return user
})

/** The account with this identifier, as administrators manage it. */
export const viewUserByIdentifier = (ctx: OperationContext, raw: unknown): Promise<User> =>
  viewByIdentifier(ctx, 'user', raw, (userId) => viewUser(ctx, { userId }))
