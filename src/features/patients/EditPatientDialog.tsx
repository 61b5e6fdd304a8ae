import { useRef } from 'react'
import { useQuery } from 'urql'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { editPatientInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PatientFields, type PersonForm, type PersonValues, personOf } from './PatientFields.tsx'
import { fullName } from './PatientRow.ts'
import type { PatientDialogProps } from './patientDialogs.tsx'

const Whole = graphql(`
  query EditPatientDialog($id: ID!) {
    patient(id: $id) {
      id firstName lastName email phone address notes dateOfBirth dateOfInjury injuryDescription
    }
  }
`)

const EditPatient = graphql(`
  mutation EditPatientDialog_Save($input: EditPatientInput!) {
    editPatient(input: $input) {
      ...PatientRow
      address notes dateOfBirth dateOfInjury injuryDescription
    }
  }
`)

/** Changes what is known of a patient. */
export function EditPatientDialog({ patient, onClose }: PatientDialogProps) {
  const [{ data }] = useQuery({ query: Whole, variables: { id: patient.id } })
  // What the fields began with: what somebody else saves meanwhile is read again under the open form, and not undone.
  const begun = useRef<PersonValues>(undefined)
  begun.current ??= data?.patient
  const memory = useDraft('edit_patient', patient.id)
  const { submit, errors, isPending } = useSubmit({
    document: EditPatient,
    input: editPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to update patient',
    onDone() {
      toast.success('Success', 'Patient updated successfully')
      onClose()
    },
  })

  return (
    <Dialog title="Edit Patient" description={fullName(patient)} onClose={onClose} isPending={isPending}>
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) =>
          void submit({ ...changesOf(personOf(event.currentTarget), begun.current), patientId: patient.id })
        }
      >
        <DialogBody>{data ? <PatientFields values={data.patient} /> : <Skeleton />}</DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!data}>
            Save Changes
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** Only what was changed is sent, so that two people who edit different fields do not undo each other. */
function changesOf(typed: PersonForm, known: PersonValues = {}): Partial<PersonForm> {
  const fields = Object.entries(typed) as [keyof PersonForm, string][]
  return Object.fromEntries(fields.filter(([name, value]) => value !== (known[name] ?? '')))
}
