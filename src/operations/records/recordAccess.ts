import { can, type RecordRelations } from '#domain/access/policy.ts'
import {
  authorizedCoverage,
  closedRecords,
  type RecordClosing,
  recordClosed,
  recordsClosed,
  WITHOUT_CATEGORY,
} from '#domain/consent/authorization.ts'
import type { SignedAuthorization } from '#domain/consent/recipients.ts'
import { dateOf } from '#domain/dates.ts'
import { type FailureSubject, forbidden, notFound } from '#domain/errors.ts'
import type { RecordFacts } from '#domain/records/categories.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, PatientRecord, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import type { Parameters } from '../sqlParameters.ts'

/** The columns of a patient that decide who may see the records. */
export const governingColumns = {
  consentRevokedAt: true,
  consentExpiresAt: true,
  authorization: true,
  reviewRequestId: true,
} as const
export type Governing = Pick<Patient, keyof typeof governingColumns>
export type Asking = Pick<OperationContext, 'actor' | 'recordsBeforeConsent' | 'now'>

/** The signed form that governs a patient's records. Its column is JSON, and only this product writes it. */
export const authorizationOf = ({ authorization }: Pick<Patient, 'authorization'>) =>
  authorization as SignedAuthorization | null

/** The facts about a patient for the rules of `domain/consent/authorization.ts`. */
export const authorizationFacts = (patient: Governing) => ({
  ...patient,
  authorization: authorizationOf(patient),
})

/** Why all records are closed to the actor now; `null` if some may be open. For the clinic, why they are to attorneys. */
export const closingFor = (
  { actor, recordsBeforeConsent, now }: Asking,
  patient: Governing,
): RecordClosing | null => recordsClosed(actor, authorizationFacts(patient), recordsBeforeConsent, now())

/** Why one record is closed to the actor now; `null` if it is open. */
export const closingOf = (
  { actor, recordsBeforeConsent, now }: Asking,
  patient: Governing,
  record: RecordFacts,
): RecordClosing | null =>
  recordClosed(actor, authorizationFacts(patient), record, recordsBeforeConsent, now())

/** Why the injury and the clinic's notes are left out for the actor now; `null` if they are not. The clinic reads them always. */
export const clinicalTextsClosing = (asking: Asking, patient: Governing): RecordClosing | null =>
  asking.actor.role === 'attorney' ? closingOf(asking, patient, WITHOUT_CATEGORY) : null

/** Whether the injury and the clinic's notes are left out for the actor now. */
export const hidesClinicalTexts = (asking: Asking, patient: Governing): boolean =>
  clinicalTextsClosing(asking, patient) !== null

/** The filter for the records that are open to the actor: the rule of `closingOf` as a query. */
export function openRecords(asking: Asking, patient: Governing): Prisma.PatientRecordWhereInput {
  if (asking.actor.role !== 'attorney') return {}
  if (closingFor(asking, patient)) return { id: { in: [] } }
  const { categories, isUncategorized, serviceFrom, serviceTo } = authorizedCoverage(authorizationOf(patient))
  return {
    OR: [{ category: { in: [...categories] } }, ...(isUncategorized ? [{ category: null }] : [])],
    ...((serviceFrom || serviceTo) && {
      serviceDate: {
        ...(serviceFrom && { gte: dateOf(serviceFrom) }),
        ...(serviceTo && { lte: dateOf(serviceTo) }),
      },
    }),
  }
}

/** The same rule in SQL, for a statement that reads from `patient_records`. Files of consent forms are not open. */
export function isOpenSql(asking: Asking, patient: Governing, add: Parameters['add']): string {
  if (asking.actor.role !== 'attorney') return 'true'
  if (closingFor(asking, patient)) return 'false'
  const { categories, isUncategorized, serviceFrom, serviceTo } = authorizedCoverage(authorizationOf(patient))
  const column = (name: string) => `patient_records.${name}`
  return [
    `NOT ${column('is_paper_consent')}`,
    `coalesce(${column('category')}::text = ANY (${add([...categories], 'text[]')}), ${isUncategorized})`,
    ...(serviceFrom ? [`${column('service_date')} >= ${add(serviceFrom, 'date')}`] : []),
    ...(serviceTo ? [`${column('service_date')} <= ${add(serviceTo, 'date')}`] : []),
  ].join(' AND ')
}

/** The current facts about a patient that the record rules of the policy need. */
export const chartOf = (ctx: OperationContext, patient: Patient): RecordRelations => ({
  createdById: patient.createdById,
  assignedAttorneyId: patient.assignedAttorneyId,
  recordsClosed: closingFor(ctx, patient),
})

/**
 * Throws unless the actor may see a patient's records now, or this record if one is given. An attorney's error says if the
 * consent is the reason.
 */
export function requireRecordAccess(
  ctx: OperationContext,
  patient: Patient,
  subject: FailureSubject,
  record?: RecordFacts,
): void {
  const chart = chartOf(ctx, patient)
  if (record) chart.recordsClosed = closingOf(ctx, patient, record)
  if (can(ctx.actor, 'record.view', chart)) return
  const { recordsClosed } = chart
  const isConsent = recordsClosed && can(ctx.actor, 'record.view', { ...chart, recordsClosed: null })
  throw forbidden(subject, isConsent ? closedRecords[recordsClosed] : undefined)
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
