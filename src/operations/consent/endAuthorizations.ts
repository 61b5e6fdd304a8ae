import { showInstantDay } from '#domain/dates.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { eachByItself } from '../eachByItself.ts'
import { inTransaction } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'

/** Patients per run; the next run continues. */
const BATCH = 500
/** Days before the end at which people are alerted: time to reach the patient, who may come rarely. */
const NOTICE_DAYS = 30
const DAY_MS = 86_400_000

const inDays = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)

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

/**
 * Alerts the creator and the assigned attorney once, a month before an authorization expires, so that they can ask for a new
 * one in time. One that is valid for a month or less needs no such alert. Safe to repeat and to run concurrently.
 */
export async function announceEnds(ctx: RequestContext): Promise<number> {
  const ending = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM patients
    WHERE consent_expires_at > ${ctx.now()} AND consent_expires_at <= ${inDays(ctx.now(), NOTICE_DAYS)}
      AND consent_expires_at > consent_signed_at + ${NOTICE_DAYS} * interval '1 day'
      AND consent_ending_told IS DISTINCT FROM consent_expires_at
      AND consent_revoked_at IS NULL AND status <> 'dropped'
    ORDER BY consent_expires_at LIMIT ${BATCH}`
  await eachByItself(ending, ({ id }) => inTransaction(ctx, (inside) => announce(inside, id)))
  return ending.length
}

async function announce(ctx: RequestContext, patientId: string): Promise<void> {
  const isDue = ({ consentRevokedAt, status }: Patient, expiresAt: Date) =>
    expiresAt > ctx.now() && consentRevokedAt === null && status !== 'dropped'
  const found = await markTold(ctx, patientId, 'consentEndingTold', isDue)
  if (!found) return
  const { patient, expiresAt } = found
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: ['consentEndingTold'] },
  })
  await sendAlert(ctx, 'authorization_ending', { patient, endsOn: showInstantDay(expiresAt, ctx.timeZone) })
}

async function tell(ctx: RequestContext, patientId: string): Promise<void> {
  const found = await markTold(ctx, patientId, 'consentEndTold', (_, expiresAt) => expiresAt <= ctx.now())
  if (!found) return
  const { patient } = found
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

/**
 * Locks a patient and stores in `column` that people are told of this expiry. Returns `null` if they were told before, or
 * if it is not due anymore.
 */
async function markTold(
  ctx: RequestContext,
  patientId: string,
  column: 'consentEndTold' | 'consentEndingTold',
  isDue: (patient: Patient, expiresAt: Date) => boolean,
): Promise<{ patient: Patient; expiresAt: Date } | null> {
  await lockPatientRow(ctx, patientId)
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  const { consentExpiresAt: expiresAt, updatedAt } = patient
  if (!expiresAt || patient[column]?.getTime() === expiresAt.getTime() || !isDue(patient, expiresAt))
    return null
  // The alert is no edit of the patient, so `updatedAt` keeps its value.
  await ctx.db.patient.update({ where: { id: patientId }, data: { [column]: expiresAt, updatedAt } })
  return { patient, expiresAt }
}
