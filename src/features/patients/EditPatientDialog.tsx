import { useQuery } from 'urql'
import { useChangedFields } from '#client/changedFields.ts'
import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { editPatientInput } from '#domain/patients/personInputs.ts'
import { graphql } from '#generated/gql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PatientFields, type PersonForm, personOf } from './PatientFields.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const Whole = graphql(`
  query EditPatientDialog($id: ID!) {
    patient(id: $id) { id ...PatientFields }
  }
`)

const EditPatient = graphql(`
  mutation EditPatientDialog_Save($input: EditPatientInput!) {
    editPatient(input: $input) {
      ...PatientRow
      ...PatientFields
    }
  }
`)

/** Edits a patient's data. */
export function EditPatientDialog({ patient, onClose }: PatientDialogProps) {
  const [{ data }] = useQuery({ query: Whole, variables: { id: patient.id } })
  const changed = useChangedFields<PersonForm>(data?.patient)
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

  function save(form: HTMLFormElement): void {
    const changes = changed(personOf(form))
    if (changes) void submit({ ...changes, patientId: patient.id })
    else onClose()
  }

  return (
    <Dialog title="Edit Patient" description={fullName(patient)} onClose={onClose} isPending={isPending}>
      <Form validationErrors={errors} memory={memory} onSubmit={(event) => save(event.currentTarget)}>
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
