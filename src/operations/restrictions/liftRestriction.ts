import { Failure } from '#domain/errors.ts'
import { liftRestrictionInput } from '#domain/patients/restriction.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { endBreakGlasses } from './endBreakGlasses.ts'

/** Opens a restricted chart to all staff again and ends break-the-glass access to it. */
export const liftRestriction = operation(liftRestrictionInput, async (ctx, { patientId, reason }) => {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'patient.restrict', patient, { resourceType: 'patient', resourceId: patientId })
  if (!patient.restrictedAt) throw new Failure('conflict', 'This chart is not restricted')
  await ctx.db.chartRestriction.updateMany({
    where: { patientId, liftedAt: null },
    data: { liftReason: reason, liftedById: ctx.actor.id, liftedAt: ctx.now() },
  })
  await endBreakGlasses(ctx, { patientId })
  const lifted = await ctx.db.patient.update({ where: { id: patientId }, data: { restrictedAt: null } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['restrictedAt'], isRestricted: false },
  })
  return lifted
})
