import { alertPeople } from '../alerts/alertPeople.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { inTransaction } from '../operation.ts'
import { holdPatient } from '../patients/visiblePatient.ts'

/** Patients looked at in one run; the next run takes the rest. */
const BATCH = 500

/**
 * Records each authorization that has ended by its own words, once, and tells who added the patient and who has them.
 * The attorney's way to the records closed by itself in the very moment; nothing waits for this. Safe to run twice
 * and beside itself.
 */
export async function endAuthorizations(ctx: Visit): Promise<number> {
  const ended = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM patients
    WHERE consent_expires_at <= ${ctx.now()} AND consent_end_told IS DISTINCT FROM consent_expires_at
    ORDER BY consent_expires_at LIMIT ${BATCH}`
  await eachByItself(ended, ({ id }) => inTransaction(ctx, (inside) => tell(inside, id)))
  return ended.length
}

async function tell(ctx: Visit, patientId: string): Promise<void> {
  await holdPatient(ctx, patientId)
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const { consentExpiresAt, consentEndTold, updatedAt } = patient
  if (!consentExpiresAt || consentExpiresAt > ctx.now()) return
  if (consentEndTold?.getTime() === consentExpiresAt.getTime()) return
  // That people were told is no edit of the patient.
  const data = { consentEndTold: consentExpiresAt, updatedAt }
  await ctx.db.patient.update({ where: { id: patientId }, data })
  await audit(ctx, {
    action: 'consent_expired',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['consentExpiresAt'] },
  })
  // What was taken back before has nobody waiting for its end.
  if (patient.consentRevokedAt || patient.status === 'dropped') return
  await alertPeople(ctx, 'authorization_ended', patient, { creator: true, assignee: true })
}
