import { useRef } from 'react'
import { useQuery } from 'urql'
import { useDraft } from '#client/useDraft.tsx'
import { useMergedSave } from '#client/useMergedSave.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { showDay } from '#domain/dates.ts'
import { type Language, languageLabels } from '#domain/language.ts'
import { type PatientFieldName, patientFields } from '#domain/patients/patientFields.ts'
import { editPatientInput } from '#domain/patients/personInputs.ts'
import { graphql } from '#generated/gql.ts'
import type { EditPatientDialogQuery } from '#generated/graphql.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog, DialogBody, DialogFoot } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toastQueue } from '#ui/toastQueue.ts'
import { CheckedFields } from './CheckedFields.tsx'
import { PatientFields, type PersonForm, personOf } from './PatientFields.tsx'
import { fullName, type OpenedProps } from './PatientRow.ts'
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
      newestConsentRequest { id changedDetails }
    }
  }
`)

const FAILED = 'Failed to update patient'

/** Edits a patient's data. */
export function EditPatientDialog({ patient, onClose, onAction }: OpenedProps) {
  const [{ data }] = useQuery({ query: Whole, variables: { id: patient.id } })
  const form = useRef<HTMLFormElement>(null)
  const expectedVersion = useRef<string>(undefined)
  const check = usePossibleDuplicates({ id: patient.id, stored: data?.patient })
  const memory = useDraft('edit_patient', patient.id)
  const { submit, errors, setErrors, isPending } = useSubmit({
    document: EditPatient,
    input: editPatientInput,
    variables: (input) => ({ input: { ...input, expectedVersion: expectedVersion.current } }),
    fallback: FAILED,
    onDone({ editPatient: edited }) {
      const changed = edited.newestConsentRequest?.changedDetails ?? []
      toastQueue.add({
        title: 'Success',
        description: 'Patient updated successfully',
        tone: 'success',
        ...(changed.length > 0 && {
          detail: 'The open consent form was sent with the earlier details.',
          action: { label: 'Resend Consent', onPress: () => onAction('resend_consent', edited) },
        }),
      })
      onClose()
    },
    onStale: (): unknown => onStale(),
  })
  const { save, onStale } = useMergedSave<
    PersonForm,
    EditPatientDialogQuery['patient'],
    EditPatientDialogQuery
  >({
    begun: data?.patient,
    formOf: (stored) => stored,
    textOf,
    query: Whole,
    variables: { id: patient.id },
    rowOf: (read) => read.patient,
    async send(changes, { version }) {
      if (!form.current || check.isLooking || !(await check.isClear(form.current))) return
      expectedVersion.current = version
      await submit({ ...changes, patientId: patient.id })
    },
    onErrors: setErrors,
    onUnchanged: onClose,
    fallback: FAILED,
  })

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
          void save(personOf(event.currentTarget))
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

function textOf(name: PatientFieldName, stored: Partial<Record<PatientFieldName, string | null>>) {
  const value = stored[name]
  const { kind } = patientFields[name]
  if (value && kind === 'date') return showDay(value)
  return value && kind === 'language' ? languageLabels[value as Language] : value
}
