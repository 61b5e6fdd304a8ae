import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { moveRecordInput, RECORD_REASON } from '#domain/records/inputs.ts'
import { graphql } from '#generated/gql.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { charactersIn } from '#ui/charactersIn.ts'
import { Dialog, DialogBody, DialogClose, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { PatientPicker, type PickedPatient } from '../patients/PatientPicker.tsx'
import { fullName } from '../patients/PatientRow.ts'

const MoveRecord = graphql(`
  mutation MoveRecordDialog($input: MoveRecordInput!) {
    moveRecord(input: $input) { mistakes record { id patientId } }
  }
`)

type Props = { patientId: string; record: RecordRowFragment; onClose: () => void }

/** Moves a record from the wrong chart to the chart of the right patient. */
export function MoveRecordDialog({ patientId, record, onClose }: Props) {
  const [patient, setPatient] = useState<PickedPatient | null>(null)
  const [isSamePatient, setSamePatient] = useState(false)
  const [reason, setReason] = useState('')
  const { submit, errors, isPending } = useSubmit({
    document: MoveRecord,
    input: moveRecordInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to move record',
    onDone({ moveRecord: { mistakes } }) {
      toast.success(
        `Moved to the chart of ${patient ? fullName(patient) : 'the patient'}`,
        isSamePatient ? 'Its disclosures stay in the accounting of this chart.' : accounted(mistakes),
      )
      onClose()
    },
  })
  return (
    <Dialog
      title="Move to Another Chart"
      description={record.fileName}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void submit({
            patientId,
            recordId: record.id,
            toPatientId: patient?.id ?? '',
            isSamePatient,
            reason,
          })
        }
      >
        <DialogBody>
          <p>
            Links to forwarded records of this chart stop showing it. If an attorney has already received it,
            that was a disclosure by mistake: it moves to the accounting of the right patient, and the
            attorney is asked to delete all copies.
          </p>
          <PatientPicker
            label="Right Patient"
            name="toPatientId"
            isRequired
            autoFocus
            patient={patient}
            onChange={setPatient}
          />
          <Checkbox
            isSelected={isSamePatient}
            onChange={setSamePatient}
            detail="Nothing was disclosed by mistake. Disclosures stay in the accounting of this chart."
          >
            Both charts are of the same patient
          </Checkbox>
          <TextArea
            name="reason"
            label="Reason"
            isRequired
            value={reason}
            onChange={setReason}
            counter={`${charactersIn(reason)}/${RECORD_REASON.max}`}
          />
        </DialogBody>
        <DialogFoot>
          <DialogClose>Cancel</DialogClose>
          <Button type="submit" variant="primary" isPending={isPending}>
            Move Record
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

const accounted = (mistakes: number): string => {
  if (mistakes === 0) return 'No attorney had received it from the wrong chart.'
  const entries = mistakes === 1 ? 'One disclosure by mistake is' : `${mistakes} disclosures by mistake are`
  return `${entries} in the accounting of the right patient. Check whether it must be reported as a breach.`
}
