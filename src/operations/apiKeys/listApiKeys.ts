import type { ApiKey, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { newestFirst, type Page, type PageArgs, readPage } from '../paging.ts'

/** All keys, newest first, including expired and revoked ones. */
export function listApiKeys(
  ctx: OperationContext,
  page: PageArgs,
  selection: { include?: Prisma.ApiKeyInclude } = {},
): Promise<Page<ApiKey>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'apiKey.manage')
    const found = await readPage(page, newestFirst, (query) =>
      inside.db.apiKey.findMany({ ...selection, ...query }),
    )
    await auditListed(inside, 'api_key', {
      filters: [],
      count: found.rows.length,
      page: { args: page, found },
    })
    return found
  })
}
