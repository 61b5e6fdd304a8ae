import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { recipientsInWords } from '#domain/consent/recipients.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { reassignPatientInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { assigneeOptions, patientAssignees } from './assignees.ts'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const Named = graphql(`
  query ReassignDialog($patientId: ID!) {
    patient(id: $patientId) { id authorizedRecipients { userId name firm } }
  }
`)

const Reassign = graphql(`
  mutation ReassignDialog_Save($input: ReassignPatientInput!) {
    reassignPatient(input: $input) { id assignedAttorney { id firstName lastName } }
  }
`)

/** Assigns a patient to another user, or to no one. */
export function ReassignDialog({ patient, onClose }: PatientDialogProps) {
  const [{ data, error }] = useQuery({ query: patientAssignees, requestPolicy: 'cache-and-network' })
  const [named] = useQuery({
    query: Named,
    variables: { patientId: patient.id },
    requestPolicy: 'network-only',
  })
  const [assignedAttorney, setAssigned] = useState(patient.assignedAttorney?.id ?? UNASSIGNED)
  const { submit, errors, isPending } = useSubmit({
    document: Reassign,
    input: reassignPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update assignment',
    onDone() {
      toast.success('Success', 'Patient assignment updated successfully')
      onClose()
    },
  })
  const options = assigneeOptions(data)
  const recipients = named.data?.patient.authorizedRecipients
  const next = data?.assignableUsers.find(({ id }) => id === assignedAttorney)
  const isUnnamed =
    recipients &&
    next?.role === 'attorney' &&
    !recipients.some(({ userId, name }) => userId === next.id || !name)
  return (
    <Dialog title="Reassign Patient" description={fullName(patient)} onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        onSubmit={() => void submit({ patientId: patient.id, assignedAttorney })}
      >
        <DialogBody>
          {error && (
            <Banner tone="critical" isAlert>
              {errorMessage(error, 'The list of users could not be loaded').message}
            </Banner>
          )}
          {!data && !error && <Skeleton rows={1} />}
          {data && (
            <SelectField
              name="assignedAttorney"
              label="Assigned To"
              isRequired
              options={options}
              value={options.some(({ id }) => id === assignedAttorney) ? assignedAttorney : null}
              placeholder="Choose a user"
              onChange={setAssigned}
              description="If you replace an attorney, that attorney can no longer see the patient or the patient’s tasks and alerts."
            />
          )}
          {isUnnamed && (
            <Banner tone="caution" icon="lock">
              The signed form names {recipientsInWords(recipients)}, not {fullName(next)}. {fullName(next)}{' '}
              can see this patient but no records until the patient signs a new form.
            </Banner>
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!data}>
            Reassign Patient
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
