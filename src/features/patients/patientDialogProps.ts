import type { RowActionId } from '#domain/patients/rowAction.ts'
import type { PatientRow } from './PatientRow.ts'

/** The props of a dialog about one patient. It is mounted only while open. */
export type PatientDialogProps = { patient: PatientRow; onClose: () => void }

/** A dialog that can start another action gets the row's handler. */
export type OpenedProps = PatientDialogProps & {
  onAction: (action: RowActionId, patient: PatientRow) => void
  /** Shows the patient's signing link; `null` for a user who may not see it. */
  onLink: (() => void) | null
  /** Reloads the rows when the server refuses an action, because they may be outdated. */
  onRefusal: () => void
}
