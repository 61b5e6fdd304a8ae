import { Failure } from '#domain/errors.ts'
import { setPatientRemindersInput } from '#domain/reminders/reminder.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { RequestContext } from '../context.ts'
import { auditEdit } from '../edited.ts'
import { operation } from '../operation.ts'
import { textableNumber } from '../patients/phoneNumber.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'

/**
 * Stops the reminders to a patient, or sends them again because the patient asks for it. `byText` says whether they also go
 * as text messages, because the patient agreed to them at the current phone number. Throws `invalid` without such a number,
 * and `conflict` if text messages are off.
 */
export const setPatientReminders = operation(
  setPatientRemindersInput,
  async (ctx, { patientId, isStopped, byText }): Promise<Patient> => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'patient.setReminders', patient, { resourceType: 'patient', resourceId: patientId })
    const changed = await changeReminders(ctx, patient, isStopped)
    if (byText == null) return changed
    return changeTexts(ctx, changed, byText ? numberToText(ctx, patient) : null)
  },
)

function numberToText({ textMessages }: RequestContext, { phone }: Patient): string {
  if (!textMessages) throw new Failure('conflict', 'Text messages are not set up')
  const number = textableNumber(phone)
  if (number) return number
  const message = 'The patient has no phone number that can get text messages'
  throw new Failure('invalid', message, { fields: { byText: message } })
}

/** Stores and audits whether a patient gets text messages. Call it inside a transaction, with the patient's row locked. */
export async function changeTexts(
  ctx: RequestContext,
  patient: Patient,
  textNumber: string | null,
): Promise<Patient> {
  if (patient.textNumber === textNumber) return patient
  const changed = await ctx.db.patient.update({ where: { id: patient.id }, data: { textNumber } })
  await auditEdit(
    ctx,
    { textNumber: { from: patient.textNumber, to: textNumber } },
    {
      ...{ resourceType: 'patient', resourceId: patient.id, patientId: patient.id },
      details: { byText: textNumber !== null },
    },
  )
  return changed
}

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
