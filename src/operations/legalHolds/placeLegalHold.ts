import { placeLegalHoldInput } from '#domain/legalHolds/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
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
