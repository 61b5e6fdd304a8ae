import { setPatientRemindersInput } from '#domain/reminders/reminder.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

/** Stops the reminders to a patient, or sends them again because the patient asks for it. */
export const setPatientReminders = operation(
  setPatientRemindersInput,
  async (ctx, { patientId, isStopped }): Promise<Patient> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'patient.setReminders', patient, { resourceType: 'patient', resourceId: patientId })
    return changeReminders(ctx, patient, isStopped)
  },
)

/** Stores and audits whether a patient gets reminders. Call it inside a transaction, with the patient's row locked. */
export async function changeReminders(
  ctx: RequestContext,
  patient: Patient,
  isStopped: boolean,
): Promise<Patient> {
  if ((patient.remindersStoppedAt !== null) === isStopped) return patient
  const changed = await ctx.db.patient.update({
    where: { id: patient.id },
    data: { remindersStoppedAt: isStopped ? ctx.now() : null },
  })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patient.id,
    patientId: patient.id,
    details: { fields: ['remindersStoppedAt'], isStopped, ...(!ctx.actor && { byLink: true }) },
  })
  return changed
}
