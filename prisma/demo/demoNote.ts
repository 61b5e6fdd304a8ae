import type { PatientStatus } from '#domain/patients/status.ts'
import type { NoteType, NoteVisibility } from '#infra/prisma/enums.ts'
import type { AccountKey } from './accounts.ts'

export type DemoNote = {
  /** Last name. */
  patient: string
  by: AccountKey
  /** The patient's status when it was written. */
  during: PatientStatus
  noteType: NoteType
  /** Default: shared. */
  visibility?: NoteVisibility
  content: string
}
