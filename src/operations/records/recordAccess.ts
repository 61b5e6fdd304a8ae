import { can, type RecordRelations } from '#domain/access/policy.ts'
import { closedRecords, type RecordClosing, recordsClosed } from '#domain/consent/authorization.ts'
import type { SignedAuthorization } from '#domain/consent/recipients.ts'
import { Failure, type FailureSubject, forbidden, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, PatientRecord, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

type Governing = Pick<Patient, 'consentRevokedAt' | 'consentExpiresAt' | 'authorization' | 'reviewRequestId'>

/** Why the records are closed to the actor now; `null` while they are open. For the clinic, why they are to attorneys. */
export const closingFor = (
  { actor, recordsBeforeConsent, now }: Pick<OperationContext, 'actor' | 'recordsBeforeConsent' | 'now'>,
  patient: Governing,
): RecordClosing | null =>
  recordsClosed(
    actor,
    { ...patient, authorization: patient.authorization as SignedAuthorization | null },
    recordsBeforeConsent,
    now(),
  )

/** Whether the injury and the clinic's notes are left out for the actor, an attorney to whom the records are closed. */
export const hidesClinicalTexts = (
  ctx: Pick<OperationContext, 'actor' | 'recordsBeforeConsent' | 'now'>,
  patient: Governing,
): boolean => ctx.actor.role === 'attorney' && closingFor(ctx, patient) !== null

/** The current facts about a patient that the record rules of the policy need. */
export const chartOf = (ctx: OperationContext, patient: Patient): RecordRelations => ({
  createdById: patient.createdById,
  assignedAttorneyId: patient.assignedAttorneyId,
  recordsClosed: closingFor(ctx, patient),
})

/** Throws unless the actor may see a patient's records now. An attorney's error says if the consent is the reason. */
export function requireRecordAccess(ctx: OperationContext, patient: Patient, subject: FailureSubject): void {
  const chart = chartOf(ctx, patient)
  if (can(ctx.actor, 'record.view', chart)) return
  const { recordsClosed } = chart
  const isConsent = recordsClosed && can(ctx.actor, 'record.view', { ...chart, recordsClosed: null })
  throw isConsent ? new Failure('forbidden', closedRecords[recordsClosed], { subject }) : forbidden(subject)
}

/** The relations of a record to load. */
export type RecordSelection = { include?: Prisma.PatientRecordInclude }

/** The records of a chart: not deleted, and not scans of consent forms, which are served with the consent. */
export const onChart = { deletedAt: null, isPaperConsent: false }

/** A record that is not deleted, of a patient whom the actor can see. Throws `not_found` otherwise. */
export async function visibleRecord(
  { db }: OperationContext,
  { patientId, recordId }: { patientId: string; recordId: string },
  selection: RecordSelection = {},
): Promise<PatientRecord> {
  const record = isUuid(recordId)
    ? await db.patientRecord.findFirst({
        ...selection,
        where: { id: recordId, patientId, ...onChart },
      })
    : null
  if (!record) throw notFound('Record', recordId)
  return record
}

/** The same for a deleted record, only for users who may restore it. */
export async function deletedRecord(
  { db }: OperationContext,
  { patientId, recordId }: { patientId: string; recordId: string },
): Promise<PatientRecord> {
  const record = isUuid(recordId)
    ? await db.patientRecord.findFirst({ where: { id: recordId, patientId, deletedAt: { not: null } } })
    : null
  if (!record) throw notFound('Record', recordId)
  return record
}
