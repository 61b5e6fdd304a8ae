import { useFrame } from '#client/frame.ts'
import { forwardAction } from '#domain/patients/forwardAction.ts'
import { rowActions } from '#domain/patients/rowActions.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { asRow, fullName, type OpenedProps } from '../patients/PatientRow.ts'

import { RecordsList } from './RecordsList.tsx'

/** The records of a patient without the rest of the chart. */
export function RecordsDialog({ patient, onClose, onAction }: OpenedProps) {
  const { viewer } = useFrame()
  const forward = forwardAction(viewer, asRow(patient))
  const upload = rowActions(viewer, asRow(patient)).find(({ id }) => id === 'upload_records')
  return (
    <Dialog title="Patient Records" description={fullName(patient)} size="wide" isSteady onClose={onClose}>
      <DialogBody>
        <RecordsList
          patient={patient}
          onUpload={upload && !upload.reason ? () => onAction(upload.id, patient) : undefined}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
        {forward && (
          <Button
            icon="forward"
            {...(forward.reason ? { disabledReason: forward.reason } : {})}
            onClick={() => onAction(forward.id, patient)}
          >
            {forward.label}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
