import type { MailMessage } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'

/** Letters that need somebody: given up, or not taken yet when they were last tried. */
const inTrouble = { OR: [{ state: 'failed' as const }, { state: 'waiting' as const, attempts: { gt: 0 } }] }

/** The letters that did not go, newest first. */
export function listOutbox(ctx: OperationContext, page: PageArgs): Promise<Page<MailMessage>> {
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'mail.manage')
    const found = await readPage(
      page,
      [
        { field: 'createdAt', direction: 'desc', kind: 'instant' },
        { field: 'id', direction: 'desc', kind: 'key' },
      ],
      (query) => inside.db.mailMessage.findMany({ ...query, where: { AND: [inTrouble, query.where] } }),
    )
    await auditListed(inside, 'mail', { filters: [], count: found.rows.length })
    return found
  })
}
