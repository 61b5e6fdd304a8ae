import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { addPatientInput } from '#domain/patients/personInputs.ts'
import { initialStatuses, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { PatientFields, personOf } from './PatientFields.tsx'

const AddPatient = graphql(`
  mutation AddPatientDialog($input: AddPatientInput!) {
    addPatient(input: $input) { ...PatientRow }
  }
`)

const statusOptions = initialStatuses.map((id) => ({ id, label: statusLabel(id) }))

/** Adds a patient. */
export function AddPatientDialog({ onClose }: { onClose: () => void }) {
  const [status, setStatus] = useState<(typeof initialStatuses)[number]>('pending_consent')
  const memory = useDraft('add_patient')
  const { submit, errors, isPending } = useSubmit({
    document: AddPatient,
    input: addPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to add patient',
    onDone() {
      toast.success('Success', 'Patient added successfully')
      onClose()
    },
  })

  return (
    <Dialog title="Add New Patient" onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) => void submit({ ...personOf(event.currentTarget), status })}
      >
        <DialogBody>
          <PatientFields />
          <SelectField
            name="status"
            label="Status"
            options={statusOptions}
            value={status}
            onChange={(id) => setStatus(id as typeof status)}
            description={
              status === 'consent_signed' || status === 'schedulable'
                ? 'Consent is recorded as given today, with no form on file.'
                : undefined
            }
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Add Patient
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
