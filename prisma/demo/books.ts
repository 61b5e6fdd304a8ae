import type { ConsentDocument } from '#domain/consent/document.ts'
import type { Recipient, SignedAuthorization } from '#domain/consent/recipients.ts'
import type { Scope } from '#domain/consent/scope.ts'
import type {
  Alert,
  Appointment,
  AuditLog,
  ConsentRequest,
  Patient,
  PatientNote,
  PatientRecord,
  PatientStatusChange,
  Task,
  User,
} from '#infra/prisma/client.ts'
import type { Signature } from '#infra/signing/signature.ts'

export type PatientRow = Omit<Patient, 'searchText' | 'authorization'> & {
  authorization?: SignedAuthorization
}
export type RequestRow = Omit<ConsentRequest, 'document' | 'recipients' | 'scope'> & {
  document: ConsentDocument
  recipients: Recipient[]
  scope: Scope
}
export type AuditRow = Omit<
  AuditLog,
  | 'details'
  | 'lane'
  | 'position'
  | 'hash'
  | 'continuesId'
  | 'patientScope'
  | 'patientCount'
  | 'patientsSha256'
> & {
  details?: { fields: string[] } | { sha256: string; fileSize: number; mimeType: string }
}

/** A record whose file is still to be taken in. */
export type UnfiledRecord = Pick<
  PatientRecord,
  'id' | 'patientId' | 'uploadedById' | 'fileName' | 'description' | 'category' | 'createdAt'
> & { file: string }

/** Accounts and signed forms cost time to finish (a hash, a drawing), so they wait until all is written. */
export type UnhashedUser = Omit<User, 'passwordHash' | 'hasPassword' | 'searchText'>
export type UnsignedForm = { id: string; request: RequestRow; signature: Signature }

/** Every row of the demo clinic, by table, on its way to the database. */
export type Books = {
  users: UnhashedUser[]
  patients: PatientRow[]
  statusChanges: PatientStatusChange[]
  requests: RequestRow[]
  forms: UnsignedForm[]
  appointments: Appointment[]
  tasks: Omit<Task, 'dueOrder' | 'urgency'>[]
  notes: PatientNote[]
  records: UnfiledRecord[]
  alerts: Alert[]
  audit: AuditRow[]
}

export const emptyBooks = (): Books => ({
  users: [],
  patients: [],
  statusChanges: [],
  requests: [],
  forms: [],
  appointments: [],
  tasks: [],
  notes: [],
  records: [],
  alerts: [],
  audit: [],
})
