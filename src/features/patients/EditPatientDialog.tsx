import { useRef } from 'react'
import { useClient, useQuery } from 'urql'
import { useFormChanges } from '#client/changedFields.ts'
import { toast, toastFailure } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { showDay } from '#domain/dates.ts'
import { type Language, languageLabels } from '#domain/language.ts'
import { type PatientFieldName, patientFields } from '#domain/patients/patientFields.ts'
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
    patient(id: $id) { id version ...PatientFields }
  }
`)

const EditPatient = graphql(`
  mutation EditPatientDialog_Save($input: EditPatientInput!) {
    editPatient(input: $input) {
      version
      ...PatientRow
      ...PatientFields
    }
  }
`)

/** Edits a patient's data. */
export function EditPatientDialog({ patient, onClose }: PatientDialogProps) {
  const [{ data }] = useQuery({ query: Whole, variables: { id: patient.id } })
  const client = useClient()
  const { changed, overwritten } = useFormChanges<PersonForm>(data?.patient)
  const form = useRef<HTMLFormElement>(null)
  const expectedVersion = useRef<string>(undefined)
  const check = usePossibleDuplicates({ id: patient.id, stored: data?.patient })
  const memory = useDraft('edit_patient', patient.id)
  const { submit, errors, setErrors, isPending } = useSubmit({
    document: EditPatient,
    input: editPatientInput,
    variables: (input) => ({ input: { ...input, expectedVersion: expectedVersion.current } }),
    fallback: 'Failed to update patient',
    onDone() {
      toast.success('Success', 'Patient updated successfully')
      onClose()
    },
    async onStale() {
      const stored = { query: Whole, variables: { id: patient.id } }
      const read = await client
        .query(stored.query, stored.variables, { requestPolicy: 'network-only' })
        .toPromise()
      if (read.data) await save(read.data.patient)
      else if (read.error) toastFailure(read.error, 'Failed to update patient')
    },
  })

  /** Saves what the user has changed. Asks once before a colleague's newer value is replaced. */
  async function save(stored = data?.patient): Promise<void> {
    if (!form.current || !stored) return
    const changes = changed(personOf(form.current))
    if (!changes) return onClose()
    const lost = overwritten(changes, stored)
    if (lost.length > 0)
      return setErrors(Object.fromEntries(lost.map((name) => [name, changedMeanwhile(name, stored[name])])))
    if (check.isLooking || !(await check.isClear(form.current))) return
    expectedVersion.current = stored.version
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
      <Form
        validationErrors={errors}
        memory={memory}
        onSubmit={(event) => {
          form.current = event.currentTarget
          void save()
        }}
      >
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

function changedMeanwhile(name: PatientFieldName, value: string | null): string {
  const { kind } = patientFields[name]
  const shown = !value
    ? null
    : kind === 'date'
      ? showDay(value)
      : kind === 'language'
        ? languageLabels[value as Language]
        : value
  return shown
    ? `Someone else changed this to “${shown}” while you were editing. Save again to replace it.`
    : 'Someone else cleared this while you were editing. Save again to fill it in.'
}
