import { listLegalHoldsInput } from '#domain/legalHolds/inputs.ts'
import type { LegalHold, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'

const lastPlacedFirst: readonly SortColumn[] = [
  { field: 'placedAt', direction: 'desc', kind: 'instant' },
  { field: 'id', direction: 'desc', kind: 'key' },
]

/** Returns the clinic's active or lifted holds, newest first. */
export function listLegalHolds(
  ctx: OperationContext,
  wanted: { isLifted?: boolean | null | undefined },
  page: PageArgs,
  selection: { include?: Prisma.LegalHoldInclude } = {},
): Promise<Page<LegalHold>> {
  const { isLifted } = parse(listLegalHoldsInput, wanted)
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'legalHold.list')
    const liftedAt = isLifted ? { not: null } : null
    const found = await readPage(page, lastPlacedFirst, ({ where, ...query }) =>
      inside.db.legalHold.findMany({ ...selection, ...query, where: { AND: [{ liftedAt }, where] } }),
    )
    const filters = isLifted ? ['isLifted'] : []
    await auditListed(inside, 'legal_hold', {
      filters,
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: { isLifted }, args: page, found },
    })
    return found
  })
}
