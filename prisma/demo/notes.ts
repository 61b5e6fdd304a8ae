import type { PatientStatus } from '#domain/patients/status.ts'
import type { NoteType } from '#infra/prisma/client.ts'
import type { AccountKey } from './accounts.ts'
import { careNotes } from './careNotes.ts'
import { intakeNotes } from './intakeNotes.ts'

export type DemoNote = {
  /** Last name. */
  patient: string
  by: AccountKey
  /** Where the patient stood when it was written. */
  during: PatientStatus
  noteType: NoteType
  content: string
}

export const demoNotes: DemoNote[] = [...intakeNotes, ...careNotes]
