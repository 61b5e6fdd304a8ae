import { displayEmail } from '#domain/patients/noEmail.ts'
import type { AuditLog, PatientEdit as Row } from '#infra/prisma/client.ts'
import { matchesAuditRow } from '../audit/findChangedEdit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import type { Page, PageArgs } from '../paging.ts'
import { listOfPatient } from './listOfPatient.ts'

/**
 * The texts of a field before and after an edit; `null` for no value. A date is in ISO format. `movedOut` and `movedIn` have the
 * reason of a record's move from or to this chart.
 */
export type FieldEdit = { field: string; from: string | null; to: string | null }

/** One edit of a patient's fields, or of those of a record in the chart. */
export type PatientEdit = {
  /** The ID of the edit and of its audit row. */
  id: string
  createdAt: Date
  userId: string | null
  /** Name and role of the user at that time. */
  userName: string | null
  userRole: AuditLog['userRole']
  /** The record; `null` for an edit of the patient's own fields. */
  recordId: string | null
  /** The name of its file. */
  recordName: string | null
  changes: FieldEdit[]
  /** Whether the audit row has the hashes of exactly these values. If not, the database was changed outside of Caseload. */
  isAsRecorded: boolean
}

/**
 * Lists the edits of a patient's fields and of the records' with the values before and after, newest first, for administrators.
 * Edits from before values were kept are not among them. Reading it is recorded. Throws `not_found`.
 */
export const listPatientEdits = (
  ctx: OperationContext,
  patientId: string,
  page: PageArgs,
): Promise<Page<PatientEdit>> =>
  listOfPatient(ctx, patientId, page, {
    resourceType: 'patient_edit',
    permit: (inside) => authorize(inside, 'audit.read'),
    read: async (inside, query) => withUsers(inside, await inside.db.patientEdit.findMany(query)),
  })

async function withUsers({ db }: OperationContext, rows: Row[]): Promise<PatientEdit[]> {
  const auditRows = await db.auditLog.findMany({ where: { id: { in: rows.map(({ id }) => id) } } })
  const records = await db.patientRecord.findMany({
    where: { id: { in: auditRows.flatMap((row) => recordIdIn(row) ?? []) } },
    select: { id: true, fileName: true },
  })
  return rows.map((row) => {
    const auditRow = auditRows.find(({ id }) => id === row.id)
    const { userId = null, userName = null, userRole = null } = auditRow ?? {}
    const { id, createdAt } = row
    const recordId = auditRow ? recordIdIn(auditRow) : null
    return {
      ...{ id, createdAt, userId, userName, userRole, recordId },
      recordName: records.find((record) => record.id === recordId)?.fileName ?? null,
      changes: changesIn(row),
      isAsRecorded: matchesAuditRow(row, auditRow?.details),
    }
  })
}

const recordIdIn = ({ resourceType, resourceId }: AuditLog): string | null =>
  resourceType === 'patient_record' ? resourceId : null

const changesIn = ({ values }: Row): FieldEdit[] =>
  Object.entries(values as Record<string, Omit<FieldEdit, 'field'>>).map(([field, { from, to }]) => ({
    ...{ field, from: shownText(field, from), to: shownText(field, to) },
  }))

/** A patient without an e-mail address has a placeholder, which is never shown. */
const shownText = (field: string, text: string | null): string | null =>
  field === 'email' && text !== null ? displayEmail(text) || null : text
