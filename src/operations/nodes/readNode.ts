import { type Action, can } from '#domain/access/policy.ts'
import { Failure, notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { viewAlert } from '../alerts/alerts.ts'
import { viewAppointment } from '../appointments/viewAppointment.ts'
import { viewAuditLog } from '../audit/viewAuditLog.ts'
import { authorize } from '../authorize.ts'
import { readBulkJob } from '../bulkJobs/readBulkJob.ts'
import type { OperationContext } from '../context.ts'
import { readPatientImport } from '../imports/readPatientImports.ts'
import { viewNote } from '../notes/notes.ts'
import { viewPatient } from '../patients/viewPatient.ts'
import { viewRecord } from '../records/viewRecord.ts'
import { viewTask } from '../tasks/viewTask.ts'
import { viewUser } from '../users/listUsers.ts'

/** The relations to load with an object. */
type Selection = { include?: Record<string, object> }
type Located = { id: string; patientId: string }

type NodeType = {
  /** The permission for this type. For a caller without it, its objects do not exist. */
  action: Action
  /** The operation for this type. It decides whether the caller may see the object, and writes the audit row. */
  read: (ctx: OperationContext, at: Located, selection: () => Selection) => Promise<{ id: string }>
}

/** The types of the schema whose objects can be read by their ID alone. */
const nodeTypes = {
  Account: { action: 'user.list', read: (ctx, { id }) => viewUser(ctx, { userId: id }) },
  Alert: { action: 'alert.list', read: (ctx, { id }) => viewAlert(ctx, { alertId: id }) },
  Appointment: {
    action: 'appointment.list',
    read: (ctx, { id }, selection) => viewAppointment(ctx, { appointmentId: id }, selection()),
  },
  AuditLog: { action: 'audit.read', read: (ctx, { id }) => viewAuditLog(ctx, { auditLogId: id }) },
  BulkJob: { action: 'patient.list', read: (ctx, { id }) => readBulkJob(ctx, id) },
  Patient: {
    action: 'patient.view',
    read: (ctx, { id }, selection) => viewPatient(ctx, { patientId: id }, selection()),
  },
  PatientImport: { action: 'import.manage', read: (ctx, { id }) => readPatientImport(ctx, id) },
  PatientNote: {
    action: 'note.read',
    read: (ctx, { id, patientId }, selection) => viewNote(ctx, { patientId, noteId: id }, selection()),
  },
  PatientRecord: {
    action: 'record.view',
    read: (ctx, { id, patientId }, selection) => viewRecord(ctx, { patientId, recordId: id }, selection()),
  },
  Task: {
    action: 'task.list',
    read: (ctx, { id }, selection) => viewTask(ctx, { taskId: id }, selection()),
  },
} satisfies Record<string, NodeType>

export type NodeTypeName = keyof typeof nodeTypes
export const nodeTypeNames = Object.keys(nodeTypes) as NodeTypeName[]

/** An object of any of these types, with the name of its type. */
export type Node = { id: string; __typename: NodeTypeName }

/**
 * Reads an object by its ID, without its type, by running the operation that reads its type. Throws `not_found` if there is no
 * such object, if the caller cannot see it, or if the caller's role or scopes do not allow its type.
 */
export async function readNode(
  ctx: OperationContext,
  id: string,
  selectionOf: (type: NodeTypeName) => Selection,
): Promise<Node> {
  authorize(ctx, 'node.read')
  const found = isUuid(id) ? await locate(ctx, id) : undefined
  if (!found) throw notFound('Node', id)
  const { type } = found
  try {
    const object = await nodeTypes[type].read(ctx, { ...found, id }, () => selectionOf(type))
    return { ...object, __typename: type }
  } catch (error) {
    throw error instanceof Failure && error.code === 'not_found' ? hidden(error, id) : error
  }
}

/** The error of an ID that does not exist, which does not reveal the type. The audit row of the denial has it. */
const hidden = ({ subject }: Failure, id: string) =>
  new Failure('not_found', notFound('Node', id).message, subject && { subject })

/** Which of the types that the caller may read has an object with this ID. IDs are unique over all types. */
async function locate({ db, actor }: OperationContext, id: string) {
  const allowed = nodeTypeNames.filter((name) => can(actor, nodeTypes[name].action))
  const [found] = await db.$queryRaw<{ type: NodeTypeName; patientId: string }[]>`
    SELECT type, patient_id AS "patientId" FROM (
      SELECT 'Account' AS type, NULL::uuid AS patient_id FROM users WHERE id = ${id}::uuid
      UNION ALL SELECT 'Alert', NULL FROM alerts WHERE id = ${id}::uuid
      UNION ALL SELECT 'Appointment', NULL FROM appointments WHERE id = ${id}::uuid
      UNION ALL SELECT 'AuditLog', NULL FROM audit_logs WHERE id = ${id}::uuid
      UNION ALL SELECT 'BulkJob', NULL FROM bulk_jobs WHERE id = ${id}::uuid
      UNION ALL SELECT 'Patient', NULL FROM patients WHERE id = ${id}::uuid
      UNION ALL SELECT 'PatientImport', NULL FROM patient_imports WHERE id = ${id}::uuid
      UNION ALL SELECT 'PatientNote', patient_id FROM patient_notes WHERE id = ${id}::uuid
      UNION ALL SELECT 'PatientRecord', patient_id FROM patient_records WHERE id = ${id}::uuid
      UNION ALL SELECT 'Task', NULL FROM tasks WHERE id = ${id}::uuid
    ) AS object
    WHERE type = ANY(${allowed}::text[])`
  return found
}
