import { useState } from 'react'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { overridePatientStatusInput } from '#domain/patients/inputs.ts'
import { overrideEffects } from '#domain/patients/override.ts'
import { overrideStatuses, type PatientStatus, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const OverrideStatus = graphql(`
  mutation OverrideStatusDialog($input: OverridePatientStatusInput!) {
    overridePatientStatus(input: $input) { id status statusSince dropReason consentSignedAt consentIsManual consentRevokedAt consentExpiresAt recordsClosed consentSentVia }
  }
`)

/** Sets a patient's status, for administrators. */
export function OverrideStatusDialog({ patient, onClose }: PatientDialogProps) {
  const [status, setStatus] = useState<PatientStatus | null>(null)
  const memory = useDraft('override_status', patient.id)
  const { submit, errors, isPending } = useSubmit({
    document: OverrideStatus,
    input: overridePatientStatusInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update patient status',
    onDone() {
      toast.success('Success', 'Patient status updated successfully')
      onClose()
    },
  })
  const options = overrideStatuses.map((id) => ({
    id,
    label: statusLabel(id),
    isDisabled: id === patient.status,
    ...(id === patient.status && { detail: 'Current status' }),
  }))

  return (
    <Dialog title="Override Status" description={fullName(patient)} onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={() =>
          void submit({ patientId: patient.id, status: status as Exclude<PatientStatus, 'dropped'> })
        }
      >
        <DialogBody>
          <SelectField
            name="status"
            label="New Status"
            isRequired
            placeholder="Choose a status"
            options={options}
            value={status}
            onChange={(id) => setStatus(id as PatientStatus)}
            description={status ? overrideEffects(patient.status, status).join(' ') : undefined}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            Override Status
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
