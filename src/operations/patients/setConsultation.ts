import { dateOf, wallClock } from '#domain/dates.ts'
import type { Appointment, Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { OperationContext } from '../context.ts'

/** The columns of a patient without a future consultation. */
export const noConsultation = {
  consultationDate: null,
  consultationTime: null,
  consultationLocation: null,
} as const

/**
 * Copies the consultation's appointment to the patient and audits it; `null` if it was cancelled. The patient
 * shows the clock time of the appointment, so a time that daylight saving skips is never stored.
 */
export async function setConsultation(
  ctx: OperationContext,
  patient: Patient,
  mirror: Appointment | null,
): Promise<Patient> {
  const consultation = mirror ? consultationOf(mirror, ctx.timeZone) : noConsultation
  const fields = Object.entries(consultation)
    .filter(([name, value]) => patient[name as keyof Patient]?.valueOf() !== value?.valueOf())
    .map(([name]) => name)
  if (fields.length === 0) return patient
  const changed = await ctx.db.patient.update({ where: { id: patient.id }, data: consultation })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patient.id,
    patientId: patient.id,
    details: { fields },
  })
  return changed
}

function consultationOf({ scheduledAt, location }: Appointment, timeZone: string) {
  const { day, time } = wallClock(scheduledAt, timeZone)
  return { consultationDate: dateOf(day), consultationTime: time, consultationLocation: location }
}
