import { placeLegalHoldInput } from '#domain/legalHolds/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'

/** Keeps every record of a patient from being deleted or purged until the hold is lifted; each matter has its own. */
export const placeLegalHold = operation(placeLegalHoldInput, async (ctx, { patientId, reason }) => {
  // Deleting and purging hold the patient too, so that none of it is half-way when this has happened.
  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'legalHold.place', patient, { resourceType: 'patient', resourceId: patientId })
  const hold = await ctx.db.legalHold.create({
    data: { patientId, reason, placedById: ctx.actor.id, placedAt: ctx.now() },
  })
  await audit(ctx, { action: 'created', resourceType: 'legal_hold', resourceId: hold.id, patientId })
  return hold
})
