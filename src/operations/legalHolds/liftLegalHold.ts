import { Failure, notFound } from '#domain/errors.ts'
import { liftLegalHoldInput } from '#domain/legalHolds/inputs.ts'
import { isUuid } from '#domain/text.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

/** Lifts one hold with a reason. Other holds on the patient stay active. */
export const liftLegalHold = operation(
  liftLegalHoldInput,
  async (ctx, { patientId, legalHoldId, reason }) => {
    const patient = await patientForUpdate(ctx, patientId)
    const what = { resourceType: 'legal_hold', resourceId: legalHoldId }
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
