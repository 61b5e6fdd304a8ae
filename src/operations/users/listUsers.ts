import type { User } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'

/** All accounts by name, the inactive ones too; deleted ones are history. */
export function listUsers(ctx: OperationContext, page: PageArgs): Promise<Page<User>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'user.list')
    const found = await readPage(
      page,
      [
        { field: 'lastName', direction: 'asc', kind: 'text' },
        { field: 'firstName', direction: 'asc', kind: 'text' },
        { field: 'id', direction: 'asc', kind: 'key' },
      ],
      (query) => inside.db.user.findMany({ ...query, where: { AND: [{ deletedAt: null }, query.where] } }),
    )
    await auditListed(inside, 'user', { filters: [], count: found.rows.length })
    return found
  })
}
