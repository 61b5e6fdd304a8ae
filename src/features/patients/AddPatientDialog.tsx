import { useRef, useState } from 'react'
import { useClient } from 'urql'
import { changeAddress } from '#client/address.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { paths, patientPath } from '#domain/access/screens.ts'
import { addPatientInput } from '#domain/patients/personInputs.ts'
import { initialStatuses, statusLabel } from '#domain/patients/status.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { notLoaded } from '#ui/OnDemand.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { CheckedFields } from './CheckedFields.tsx'
import { PatientFields, personOf } from './PatientFields.tsx'
import { usePossibleDuplicates } from './usePossibleDuplicates.ts'

const AddPatient = graphql(`
  mutation AddPatientDialog($input: AddPatientInput!) {
    addPatient(input: $input) { ...PatientRow }
  }
`)

const statusOptions = initialStatuses.map((id) => ({ id, label: statusLabel(id) }))

/** Opens the chart, where the consent tab has the signing link. */
function openConsent(id: string): void {
  if (location.pathname === paths.patients) changeAddress({ patient: id, tab: 'consent' })
  else location.assign(patientPath(id, 'consent'))
}

/** Adds a patient, and sends the consent form if wanted. */
export function AddPatientDialog({ onClose }: { onClose: () => void }) {
  const [status, setStatus] = useState<(typeof initialStatuses)[number]>('pending_consent')
  const client = useClient()
  const memory = useDraft('add_patient')
  const check = usePossibleDuplicates()
  const isSendingToo = useRef(false)
  const { submit, errors, isPending } = useSubmit({
    document: AddPatient,
    input: addPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to add patient',
    onDone({ addPatient: { id } }) {
      toast.success('Success', 'Patient added successfully')
      onClose()
      if (isSendingToo.current) send(id)
    },
  })

  function send(patientId: string): void {
    const again = {
      onLink: () => openConsent(patientId),
      // The chart with the link would take the user away from the form for the next patient.
      isOfferOnly: true,
      onRefusal: () => {},
      retry: () => send(patientId),
    }
    import('./sendConsent.ts')
      .then(({ sendConsent }) => sendConsent(client, { patientId, ...again }))
      .catch(notLoaded)
  }

  async function add(form: HTMLFormElement, isSent: boolean): Promise<void> {
    if (isBusy || !(await check.isClear(form))) return
    isSendingToo.current = isSent
    await submit({ ...personOf(form), status })
  }

  const isBusy = isPending || check.isLooking
  const isWarned = check.found.length > 0

  return (
    <Dialog title="Add New Patient" isGrowing onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) => void add(event.currentTarget, false)}
      >
        <DialogBody>
          <CheckedFields check={check}>
            <PatientFields />
          </CheckedFields>
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
          <Button
            isPending={isBusy}
            disabledReason={
              status === 'pending_consent' ? undefined : 'The form can be sent at Pending Consent only.'
            }
            onClick={({ currentTarget: { form } }) => form && void add(form, true)}
          >
            {isWarned ? 'Add Anyway and Send' : 'Add and Send Consent'}
          </Button>
          <Button type="submit" variant="primary" isPending={isBusy}>
            {isWarned ? 'Add Anyway' : 'Add Patient'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
