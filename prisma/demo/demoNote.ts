import type { PatientStatus } from '#domain/patients/status.ts'
import type { NoteType } from '#infra/prisma/enums.ts'
import type { AccountKey } from './accounts.ts'

export type DemoNote = {
  /** Last name. */
  patient: string
  by: AccountKey
  /** Where the patient stood when it was written. */
  during: PatientStatus
  noteType: NoteType
  content: string
}
