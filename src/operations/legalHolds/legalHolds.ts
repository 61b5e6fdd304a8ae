import { conflict, Failure, notFound } from '#domain/errors.ts'
import { liftLegalHoldInput, listLegalHoldsInput, placeLegalHoldInput } from '#domain/legalHolds/inputs.ts'
import { onLegalHold } from '#domain/legalHolds/legalHold.ts'
import { isUuid } from '#domain/text.ts'
import type { LegalHold, Prisma } from '#infra/prisma/client.ts'
import { audit, auditListed } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext, RequestContext } from '../context.ts'
import { inTransaction, operation, parse } from '../operation.ts'
import { type Page, type PageArgs, readPage, type SortColumn } from '../paging.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

/**
 * Prevents deletion and purging of a patient's records until the hold is lifted. Each matter has its own
 * hold.
 */
export const placeLegalHold = operation(placeLegalHoldInput, async (ctx, { patientId, reason }) => {
  // Deletion and purging lock the patient too, so none of them is in progress here.
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'legalHold.place', patient, { resourceType: 'patient', resourceId: patientId })
  const hold = await ctx.db.legalHold.create({
    data: { patientId, reason, placedById: ctx.actor.id, placedAt: ctx.now() },
  })
  await audit(ctx, { action: 'created', resourceType: 'legal_hold', resourceId: hold.id, patientId })
  return hold
})

/** Lifts one hold with a reason. Other holds on the patient stay active. */
export const liftLegalHold = operation(
  liftLegalHoldInput,
  async (ctx, { patientId, legalHoldId, reason }) => {
    const patient = await patientForUpdate(ctx, patientId)
    const what = { resourceType: 'legal_hold' as const, resourceId: legalHoldId }
    authorize(ctx, 'legalHold.lift', patient, what)
    const found = isUuid(legalHoldId)
      ? await ctx.db.legalHold.findFirst({ where: { id: legalHoldId, patientId } })
      : null
    if (!found) throw notFound('Legal hold', legalHoldId)
    if (found.liftedAt) throw new Failure('conflict', 'This legal hold was already lifted')
    const hold = await ctx.db.legalHold.update({
      where: { id: legalHoldId },
      data: { liftedAt: ctx.now(), liftedById: ctx.actor.id, liftReason: reason },
    })
    await audit(ctx, { action: 'updated', ...what, patientId, details: { fields: ['liftedAt'] } })
    return hold
  },
)

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

/** The oldest hold comes first, because it is the one that is named. */
export const activeHolds = {
  where: { liftedAt: null },
  orderBy: [{ placedAt: 'asc' as const }, { id: 'asc' as const }],
}

/** Throws `conflict` while a patient is on hold. Lock the patient's row first, so that a new hold waits. */
export async function refuseOnHold({ db }: RequestContext, patientId: string): Promise<void> {
  const hold = await db.legalHold.findFirst({ ...activeHolds, where: { ...activeHolds.where, patientId } })
  if (hold) throw conflict('legal_hold', onLegalHold(hold.reason))
}
