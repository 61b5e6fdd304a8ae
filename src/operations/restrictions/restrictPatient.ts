import { Failure } from '#domain/errors.ts'
import { restrictPatientInput } from '#domain/patients/restriction.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

/**
 * Restricts a chart to its creator, its assigned attorney and administrators. Other staff see only the name
 * and a lock.
 */
export const restrictPatient = operation(restrictPatientInput, async (ctx, { patientId, reason }) => {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'patient.restrict', patient, { resourceType: 'patient', resourceId: patientId })
  if (patient.restrictedAt) throw new Failure('conflict', 'This chart is already restricted')
  const restrictedAt = ctx.now()
  await ctx.db.chartRestriction.create({
    data: { patientId, reason, restrictedById: ctx.actor.id, restrictedAt },
  })
  const restricted = await ctx.db.patient.update({ where: { id: patientId }, data: { restrictedAt } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['restrictedAt'], isRestricted: true },
  })
  return restricted
})
