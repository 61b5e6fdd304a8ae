import { Failure, notFound } from '#domain/errors.ts'
import { breakGlassInput, GLASS_HOURS } from '#domain/patients/restriction.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { isRestricted, lockPatientRow, visiblePatient } from '../patients/visiblePatient.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { actorForUpdate } from '../users/forUpdate.ts'

const HOUR_MS = 3_600_000

/**
 * Opens a restricted chart to one staff member for some hours, in an emergency (45 CFR 164.312(a)(2)(ii)).
 * Every administrator is alerted at once with the user and the reason.
 */
export const breakGlass = operation(breakGlassInput, async (ctx, { patientId, reason }): Promise<Patient> => {
  const subject = { resourceType: 'patient', resourceId: patientId }
  authorize(ctx, 'patient.breakGlass', undefined, subject)
  await requireStepUp(ctx, subject)
  if (!isUuid(patientId)) throw notFound('Patient', patientId)
  await lockPatientRow(ctx, patientId)
  await actorForUpdate(ctx)
  const patient = await ctx.db.patient.findUnique({ where: { id: patientId } })
  if (!patient) throw notFound('Patient', patientId)
  if (!(await isRestricted(ctx, patientId)))
    throw new Failure('conflict', 'You already have access to this chart')
  const begunAt = ctx.now()
  const { id: breakGlassId } = await ctx.db.breakGlass.create({
    data: {
      userId: ctx.actor.id,
      patientId,
      reason,
      begunAt,
      endsAt: new Date(begunAt.getTime() + GLASS_HOURS * HOUR_MS),
    },
  })
  await audit(ctx, {
    action: 'break_glass',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { breakGlass: breakGlassId },
  })
  await alertAdministrators(ctx, patient, reason)
  return visiblePatient(ctx, patientId)
})

/** The alert says how often it happened lately. Administrators judge that; there is no limit. */
async function alertAdministrators(ctx: OperationContext, patient: Patient, reason: string): Promise<void> {
  const { id: userId } = ctx.actor
  const { firstName, lastName } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })
  const times = await ctx.db.breakGlass.count({
    where: { userId, begunAt: { gt: new Date(ctx.now().getTime() - HOUR_MS) } },
  })
  await sendAlert(ctx, 'break_glass', { patient, by: `${firstName} ${lastName}`, reason, times })
}
