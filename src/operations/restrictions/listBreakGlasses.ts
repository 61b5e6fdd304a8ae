import type * as z from 'zod/mini'
import { breakGlassListInput } from '#domain/patients/restriction.ts'
import type { BreakGlass, Prisma } from '#infra/prisma/client.ts'
import { auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage } from '../paging.ts'

/**
 * Returns the page of break-the-glass accesses with reasons, newest first. `isReviewed` filters by whether an
 * administrator has reviewed them.
 */
export function listBreakGlasses(
  ctx: OperationContext,
  raw: z.input<typeof breakGlassListInput>,
  page: PageArgs,
  selection: { include?: Prisma.BreakGlassInclude } = {},
): Promise<Page<BreakGlass>> {
  const { isReviewed } = parse(breakGlassListInput, raw)
  const where = isReviewed == null ? {} : { reviewedAt: isReviewed ? { not: null } : null }
  return inTransaction(ctx, async (inside) => {
    authorize(inside, 'breakGlass.list')
    const found = await readPage(
      page,
      [
        { field: 'begunAt', direction: 'desc', kind: 'instant' },
        { field: 'id', direction: 'desc', kind: 'key' },
      ],
      (query) =>
        inside.db.breakGlass.findMany({ ...selection, ...query, where: { AND: [where, query.where] } }),
    )
    const filters = isReviewed == null ? [] : ['isReviewed']
    await auditListed(inside, 'break_glass', {
      filters,
      count: found.rows.length,
      patientIds: found.rows.map(({ node }) => node.patientId),
      page: { asked: { isReviewed }, args: page, found },
    })
    return found
  })
}
