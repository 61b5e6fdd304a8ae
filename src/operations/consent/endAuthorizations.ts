import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'

/** Patients per run; the next run continues. */
const BATCH = 500

/**
 * Records each expired authorization once and alerts the creator and the assigned attorney. The attorney's
 * access ended at the expiry time and does not depend on this job. Safe to repeat and to run concurrently.
 */
export async function endAuthorizations(ctx: RequestContext): Promise<number> {
  const ended = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM patients
    WHERE consent_expires_at <= ${ctx.now()} AND consent_end_told IS DISTINCT FROM consent_expires_at
    ORDER BY consent_expires_at LIMIT ${BATCH}`
  await eachByItself(ended, ({ id }) => inTransaction(ctx, (inside) => tell(inside, id)))
  return ended.length
}

async function tell(ctx: RequestContext, patientId: string): Promise<void> {
  await lockPatientRow(ctx, patientId)
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const { consentExpiresAt, consentEndTold, updatedAt } = patient
  if (!consentExpiresAt || consentExpiresAt > ctx.now()) return
  if (consentEndTold?.getTime() === consentExpiresAt.getTime()) return
  // The alert is no edit of the patient, so `updatedAt` keeps its value.
  const data = { consentEndTold: consentExpiresAt, updatedAt }
  await ctx.db.patient.update({ where: { id: patientId }, data })
  await audit(ctx, {
    action: 'consent_expired',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['consentExpiresAt'] },
  })
  // A revoked consent needs no alert about its expiry.
  if (patient.consentRevokedAt || patient.status === 'dropped') return
  await sendAlert(ctx, 'authorization_ended', { patient })
}
