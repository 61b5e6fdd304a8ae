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
import { CheckedFields } from './CheckedFields.tsx'
import { PatientFields, type PersonForm, personOf } from './PatientFields.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'
import { usePossibleDuplicates } from './usePossibleDuplicates.ts'

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
  const check = usePossibleDuplicates({ id: patient.id, stored: data?.patient })
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

  async function save(form: HTMLFormElement): Promise<void> {
    const changes = changed(personOf(form))
    if (!changes) return onClose()
    if (check.isLooking || !(await check.isClear(form))) return
    await submit({ ...changes, patientId: patient.id })
  }

  return (
    <Dialog
      title="Edit Patient"
      isGrowing
      description={fullName(patient)}
      onClose={onClose}
      isPending={isPending}
    >
      <Form validationErrors={errors} memory={memory} onSubmit={(event) => void save(event.currentTarget)}>
        <DialogBody>
          {data ? (
            <CheckedFields check={check}>
              <PatientFields values={data.patient} />
            </CheckedFields>
          ) : (
            <Skeleton rows={12} />
          )}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={isPending || check.isLooking} isDisabled={!data}>
            {check.found.length > 0 ? 'Save Anyway' : 'Save Changes'}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
