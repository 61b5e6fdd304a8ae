import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { PatientRecord, Prisma } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'

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
