import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { DROP_REASON, dropPatientInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { fullName } from './PatientRow.ts'
import type { PatientDialogProps } from './patientDialogs.tsx'

const DropPatient = graphql(`
  mutation DropPatientDialog($input: DropPatientInput!) {
    dropPatient(input: $input) { id status statusSince dropReason consultationDate consultationTime consultationLocation }
  }
`)

/** Takes a patient off the caseload, with a reason. */
export function DropPatientDialog({ patient, onClose }: PatientDialogProps) {
  const [dropReason, setDropReason] = useState('')
  const name = fullName(patient)
  const memory = useDraft('drop_patient', patient.id)
  const { submit, errors, isPending } = useSubmit({
    document: DropPatient,
    input: dropPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to drop patient',
    onDone() {
      toast.success('Patient Dropped', `${name} has been dropped from your caseload.`)
      onClose()
    },
  })

  return (
    <Dialog
      title="Drop Patient from Caseload"
      description={`${name} leaves the active caseload. An open consent request is voided and future appointments are cancelled. Notes and records are kept.`}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={() => void submit({ patientId: patient.id, dropReason })}
      >
        <DialogBody>
          <TextArea
            name="dropReason"
            label="Reason"
            isRequired
            autoFocus
            value={dropReason}
            onChange={setDropReason}
            counter={`${dropReason.length}/${DROP_REASON.max}`}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="critical" isPending={isPending}>
            Drop Patient
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
