import type { ConsentDocument } from '#domain/consent/document.ts'
import type { Recipient, SignedAuthorization } from '#domain/consent/recipients.ts'
import type { Scope } from '#domain/consent/scope.ts'
import type {
  Alert,
  Appointment,
  AuditLog,
  ConsentRequest,
  Disclosure,
  Forwarding,
  Patient,
  PatientNote,
  PatientRecord,
  PatientStatusChange,
  Task,
  User,
} from '#infra/prisma/client.ts'
import type { Signature } from '#infra/signing/signature.ts'
import type { formEvidence } from '#operations/consent/formEvidence.ts'

export type PatientRow = Omit<Patient, 'searchText' | 'identifierWords' | 'authorization'> & {
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
  | 'userName'
  | 'userRole'
> & {
  details?:
    | EditDetails
    | { sha256: string; fileSize: number; mimeType: string }
    | ReturnType<typeof formEvidence>
}

/** What an edit changed: its fields, and the status that it led from or to. */
export type EditDetails = { fields: string[]; status?: string; from?: string; to?: string }

/** A record whose file is not stored yet. */
export type RecordToStore = Pick<
  PatientRecord,
  'id' | 'patientId' | 'uploadedById' | 'fileName' | 'description' | 'category' | 'createdAt'
> & { file: string }

/** A forwarding with its records and its lines in the accounting. Names and hashes come from the stored files. */
export type ForwardingToStore = {
  id: string
  forwarding: Forwarding
  recordIds: string[]
  disclosures: Omit<Disclosure, 'fileName' | 'sha256'>[]
}

/** Hashing a password and drawing a signed form take time, so both are done after all rows are generated. */
export type UserToHash = Omit<User, 'passwordHash' | 'hasPassword' | 'searchText'>
export type FormToSign = { id: string; request: RequestRow; signature: Signature }

/** All rows of the demo clinic, by table. */
export type DemoRows = {
  users: UserToHash[]
  patients: PatientRow[]
  statusChanges: PatientStatusChange[]
  requests: RequestRow[]
  forms: FormToSign[]
  appointments: Appointment[]
  tasks: Omit<Task, 'dueOrder' | 'urgency'>[]
  notes: PatientNote[]
  records: RecordToStore[]
  forwardings: ForwardingToStore[]
  alerts: Alert[]
  audit: AuditRow[]
}

export const emptyRows = (): DemoRows => ({
  users: [],
  patients: [],
  statusChanges: [],
  requests: [],
  forms: [],
  appointments: [],
  tasks: [],
  notes: [],
  records: [],
  forwardings: [],
  alerts: [],
  audit: [],
})
