import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { fullName, type PatientRow } from '../patients/PatientRow.ts'
import { Notes } from './Notes.tsx'

/** The notes on a patient without the rest of the chart. */
export function NotesDialog({ patient, onClose }: { patient: PatientRow; onClose: () => void }) {
  return (
    <Dialog title="Patient Notes" description={fullName(patient)} size="wide" onClose={onClose}>
      <DialogBody>
        <Notes patient={patient} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
