import { useState } from 'react'
import { useQuery } from 'urql'
import { errorMessage } from '#client/errorMessage.ts'
import { useFrame } from '#client/frame.ts'
import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { isForAnotherAttorney, namesUser, recipientsInWords } from '#domain/consent/recipients.ts'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { reassignPatientInput } from '#domain/patients/inputs.ts'
import { requestAction } from '#domain/patients/requestActions.ts'
import { graphql } from '#generated/gql.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { assigneeOptions, patientAssignees } from './assignees.ts'
import { asRow, fullName, type OpenedProps } from './PatientRow.ts'

const Named = graphql(`
  query ReassignDialog($patientId: ID!, $formerId: ID, $isAssigned: Boolean!) {
    tasks(patientId: $patientId, assignedTo: $formerId, open: true, first: 1) @include(if: $isAssigned) {
      edges { node { id } }
    }
    appointments(patientId: $patientId, providerId: $formerId, upcoming: true, first: 1) @include(if: $isAssigned) {
      edges { node { id } }
    }
    patient(id: $patientId) {
      id
      authorizedRecipients { userId name firm address }
      newestConsentRequest { id state recipients { userId name firm address } }
    }
  }
`)

const Reassign = graphql(`
  mutation ReassignDialog_Save($input: ReassignPatientInput!) {
    reassignPatient(input: $input) { id assignedAttorney { id firstName lastName } }
  }
`)

/** Assigns a patient to another user, or to no one. */
export function ReassignDialog({ patient, onClose, onAction }: OpenedProps) {
  const { viewer } = useFrame()
  const former = patient.assignedAttorney
  const [{ data, error }] = useQuery({ query: patientAssignees, requestPolicy: 'cache-and-network' })
  const [named] = useQuery({
    query: Named,
    variables: { patientId: patient.id, formerId: former?.id ?? null, isAssigned: Boolean(former) },
    requestPolicy: 'network-only',
  })
  const [isRequested, setRequested] = useState(true)
  const [isResent, setResent] = useState(true)
  const [assignedAttorney, setAssigned] = useState(former?.id ?? UNASSIGNED)
  const [isWorkMoved, setWorkMoved] = useState<boolean>()
  const { submit, errors, isPending } = useSubmit({
    document: Reassign,
    input: reassignPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update assignment',
    onDone({ reassignPatient: reassigned }) {
      toast.success('Success', 'Patient assignment updated successfully')
      onClose()
      if (isUnnamed && isRequested && canRequest)
        onAction('request_authorization', { ...patient, assignedAttorney: reassigned.assignedAttorney })
      if (isForAnother && isResent) onAction('resend_consent', patient)
    },
  })
  const options = assigneeOptions(data)
  const recipients = named.data?.patient.authorizedRecipients
  const next = data?.assignableUsers.find(({ id }) => id === assignedAttorney)
  const isUnnamed = recipients && next?.role === 'attorney' && !namesUser(recipients, next)
  const open = named.data?.patient.newestConsentRequest
  const isForAnother =
    open?.state === 'sent' && next?.role === 'attorney' && isForAnotherAttorney(open.recipients, next.id)
  const hasWork = [named.data?.tasks, named.data?.appointments].some((one) => one && one.edges.length > 0)
  const isOffered = hasWork && next !== undefined && next.id !== former?.id
  // An attorney can no longer see them. Staff can, and may go on with what they began.
  const isMoved = isWorkMoved ?? data?.assignableUsers.find(({ id }) => id === former?.id)?.role !== 'staff'
  const request = requestAction(viewer, asRow(patient))
  const canRequest = request && !request.reason
  return (
    <Dialog
      title="Reassign Patient"
      isGrowing
      description={fullName(patient)}
      onClose={onClose}
      isPending={isPending}
    >
      <Form
        validationErrors={errors}
        onSubmit={() =>
          void submit({
            ...{ patientId: patient.id, assignedAttorney },
            ...(isOffered && { transfersWork: isMoved }),
          })
        }
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
          {isOffered && former && (
            <Checkbox isSelected={isMoved} onChange={setWorkMoved}>
              Also give {fullName(next)} the open tasks and coming appointments that {fullName(former)} has
              for this patient
            </Checkbox>
          )}
          {isUnnamed && (
            <Banner tone="caution" icon="lock">
              The signed form names {recipientsInWords(recipients)}, not {fullName(next)}. {fullName(next)}{' '}
              can see this patient but no records until the patient signs a new form.
            </Banner>
          )}
          {isUnnamed && canRequest && (
            <Checkbox isSelected={isRequested} onChange={setRequested}>
              Then ask the patient to sign a new form
            </Checkbox>
          )}
          {isForAnother && (
            <>
              <Banner tone="caution">
                The form that waits for a signature names {recipientsInWords(open.recipients)}, not{' '}
                {fullName(next)}.
              </Banner>
              <Checkbox isSelected={isResent} onChange={setResent}>
                Then resend the form, for {fullName(next)}
              </Checkbox>
            </>
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
