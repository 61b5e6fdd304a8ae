import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { fullName, type PatientRow } from '../patients/PatientRow.ts'
import { RecordsList } from './RecordsList.tsx'

/** The records of a patient without the rest of the chart. */
export function RecordsDialog({ patient, onClose }: { patient: PatientRow; onClose: () => void }) {
  return (
    <Dialog title="Patient Records" description={fullName(patient)} size="wide" onClose={onClose}>
      <DialogBody>
        <RecordsList patient={patient} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
