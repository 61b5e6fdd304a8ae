import { randomUUID } from 'node:crypto'
import type { output } from 'zod/mini'
import { authorizationEnd, recordClosed } from '#domain/consent/authorization.ts'
import { conflict, Failure, notFound } from '#domain/errors.ts'
import { allowsStep, maySendRecords, nextStatus, sendRefusal } from '#domain/patients/status.ts'
import { categoryClosedOn, forwardingEndsAt } from '#domain/records/forwarding.ts'
import {
  basisProblems,
  closedOnBasis,
  forwardRecordsInput,
  NO_RECIPIENT,
  NOT_NAMED,
  notCovered,
} from '#domain/records/forwardingInputs.ts'
import { NO_FORM } from '#domain/records/refusals.ts'
import { servedSha256 } from '#domain/records/removals.ts'
import { mustBeServable } from '#domain/records/scan.ts'
import { isUuid } from '#domain/text.ts'
import type { Forwarding, Patient, PatientRecord, User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { type AuditEntry, auditAll } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { forwardingSecret } from '../consent/derivedSecrets.ts'
import type { OperationContext } from '../context.ts'
import { queueMail } from '../mail/queueMail.ts'
import { invalid, operation } from '../operation.ts'
import { enterStatus } from '../patients/enterStatus.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { requireStepUpOfPerson } from '../sessions/requireStepUp.ts'
import { type ActiveConsent, findActiveConsent } from './findActiveConsent.ts'
import { authorizationOf, onChart } from './recordAccess.ts'
import { type Grounds, recordDisclosures } from './recordDisclosures.ts'

/** The forwarding, and whether an e-mail with the link was queued; if not, the clinic shares the link itself. */
export type ForwardingMade = {
  forwarding: Forwarding
  patient: Patient
  secret: string
  isMailed: boolean
}

/**
 * Forwards records to an attorney by a link that is valid for seven days. The signed form must name the recipient and
 * cover the records, or the sender states another legal basis with its proof. The first forwarding moves the patient to
 * Records Forwarded if the status allows it; later ones keep the status.
 */
export const forwardRecords = operation(
  forwardRecordsInput,
  async (ctx, { patientId, recordIds, recipientId, purpose, note, ...legal }): Promise<ForwardingMade> => {
    const patient = await patientForUpdate(ctx, patientId)
    const subject = { resourceType: 'patient', resourceId: patientId }
    authorize(ctx, 'forwarding.make', patient, subject)
    await requireStepUpOfPerson(ctx, subject)
    const recipient = await recipientOf(ctx, recipientId)
    const records = await chosenRecords(ctx, patientId, [...new Set(recordIds)])
    const grounds = await groundsFor(ctx, patient, { recipient, records }, legal)
    const to = { purpose, note: note ?? null, recipientId: recipient.id }
    const made = await createForwarding(ctx, patient, grounds, to, records)
    const { id: forwardingId } = made.forwarding
    await recordDisclosures(
      ctx,
      { patientId, recipientId: recipient.id, forwardingId, purpose },
      records.map((record) => ({ kind: 'forwarded', record })),
      grounds,
    )
    const moved = await move(ctx, patient, forwardingId, records.length)
    return { ...made, patient: moved, isMailed: await tell(ctx, patient, recipient, forwardingId) }
  },
)

async function recipientOf({ db }: OperationContext, id: string): Promise<User> {
  const user = isUuid(id)
    ? await db.user.findFirst({ where: { id, role: 'attorney', isActive: true, deletedAt: null } })
    : null
  if (!user) throw invalid({ recipientId: NO_RECIPIENT })
  return user
}

/** Each record must belong to this patient, and its file must be intact. */
async function chosenRecords(
  { db }: OperationContext,
  patientId: string,
  ids: readonly string[],
): Promise<PatientRecord[]> {
  const found = await db.patientRecord.findMany({
    where: { id: { in: ids.filter(isUuid) }, patientId, ...onChart },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const missing = ids.find((id) => !found.some((record) => record.id === id))
  if (missing) throw notFound('Record', missing)
  for (const record of found) mustBeServable(record)
  const unfit = found.find(({ wrappedKey, damagedAt }) => !wrappedKey || damagedAt)
  if (unfit)
    throw new Failure(
      'conflict',
      `The file of ${unfit.fileName} is damaged or missing, so it cannot be forwarded`,
    )
  return found
}

/** The legal basis of a forwarding that the sender states. */
type LegalBasis = Pick<output<typeof forwardRecordsInput>, 'basis' | 'basisReference' | 'basisReason'>

/** The signed form if it covers this, or the other legal basis that the sender states with its proof. */
async function groundsFor(
  ctx: OperationContext,
  patient: Patient,
  forwarded: { recipient: User; records: readonly PatientRecord[] },
  { basis, basisReference, basisReason }: LegalBasis,
): Promise<Grounds> {
  if (basis && basis !== 'authorization') {
    if (patient.status === 'dropped') throw conflict('wrong_status', sendRefusal(patient.status))
    const problems = basisProblems({ basisReference, basisReason })
    if (Object.keys(problems).length > 0) throw invalid(problems)
    for (const record of forwarded.records) {
      const category = categoryClosedOn(basis, record)
      if (category) throw invalid({ recordIds: closedOnBasis[category](record.fileName) })
    }
    return { basis, basisReference: basisReference ?? null, basisReason: basisReason ?? null }
  }
  const consent = await requireActiveConsent(ctx, patient)
  requireCovered(ctx, patient, forwarded)
  return { basis: 'authorization', ...consent }
}

/** Throws `invalid` unless the form names the recipient and covers each record. */
function requireCovered(
  ctx: OperationContext,
  patient: Patient,
  { recipient, records }: { recipient: User; records: readonly PatientRecord[] },
): void {
  const facts = { ...patient, authorization: authorizationOf(patient) }
  for (const record of records) {
    const closing = recordClosed(recipient, facts, record, 'closed', ctx.now())
    if (closing === 'not_covered') throw invalid({ recordIds: notCovered(record.fileName) })
    if (closing) throw invalid({ basis: NOT_NAMED })
  }
}

async function requireActiveConsent(ctx: OperationContext, patient: Patient): Promise<ActiveConsent> {
  if (!maySendRecords(patient.status)) throw conflict('wrong_status', sendRefusal(patient.status))
  const closing = authorizationEnd(patient, ctx.now())
  if (closing === 'revoked')
    throw new Failure('conflict', 'The patient revoked the consent, so nothing can be forwarded')
  if (closing === 'expired')
    throw new Failure('conflict', 'The authorization has ended, so nothing can be forwarded')
  const consent = await findActiveConsent(ctx, patient)
  if (!consent) throw new Failure('conflict', NO_FORM)
  return consent
}

async function createForwarding(
  ctx: OperationContext,
  { id: patientId, consentExpiresAt }: Patient,
  grounds: Grounds,
  to: { recipientId: string; purpose: string; note: string | null },
  records: readonly PatientRecord[],
): Promise<Pick<ForwardingMade, 'forwarding' | 'secret'>> {
  const id = randomUUID()
  const secret = forwardingSecret(ctx, id)
  if (!secret) throw new Error('links cannot be made without the built-in provider')
  const now = ctx.now()
  const forwarding = await ctx.db.forwarding.create({
    data: {
      id,
      patientId,
      ...grounds,
      ...to,
      linkHash: ctx.hashLink(secret),
      forwardedById: ctx.actor.id,
      createdAt: now,
      expiresAt: forwardingEndsAt(now, grounds.basis === 'authorization' ? consentExpiresAt : null),
    },
  })
  await ctx.db.forwardedRecord.createMany({
    data: records.map((record) => ({
      forwardingId: id,
      recordId: record.id,
      fileName: record.fileName,
      sha256: servedSha256(record) ?? '',
    })),
  })
  return { forwarding, secret }
}

/** The first forwarding sets Records Forwarded. Writes one audit row for each change. */
async function move(ctx: OperationContext, before: Patient, resourceId: string, count: number) {
  const { id: patientId, status: from } = before
  const patient = allowsStep(from, 'forward_records')
    ? await enterStatus(ctx, before, nextStatus(from, 'forward_records'))
    : before
  const { status: to } = patient
  const moved: AuditEntry[] =
    from === to
      ? []
      : [
          {
            action: 'updated',
            resourceType: 'patient',
            resourceId: patientId,
            patientId,
            details: { fields: ['status'], from, to },
          },
        ]
  const made: AuditEntry = {
    action: 'created',
    resourceType: 'forwarding',
    resourceId,
    patientId,
    details: { count },
  }
  await auditAll(ctx, [made, ...moved])
  return patient
}

/** Sends an alert, which names the patient only to users who can see the patient, and an e-mail without names. */
async function tell(
  ctx: OperationContext,
  patient: Patient,
  { id: userId, email: to }: User,
  forwardingId: string,
): Promise<boolean> {
  const named = patient.assignedAttorneyId === userId ? { patient } : {}
  await sendAlert(ctx, 'records_forwarded', { ...named, users: [userId] })
  return queueMail(ctx, { kind: 'records_forwarded', to, userId, forwardingId })
}
