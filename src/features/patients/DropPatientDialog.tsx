import { toast } from '#client/toast.ts'
import { useDraft } from '#client/useDraft.tsx'
import { useSubmit } from '#client/useSubmit.ts'
import { DROP_REASON, dropPatientInput } from '#domain/patients/inputs.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName, type PatientDialogProps } from './PatientRow.ts'

const DropPatient = graphql(`
  mutation DropPatientDialog($input: DropPatientInput!) {
    dropPatient(input: $input) { id status statusSince dropReason consultationDate consultationTime consultationLocation }
  }
`)

/** Drops a patient with a reason. */
export function DropPatientDialog({ patient, onClose }: PatientDialogProps) {
  const name = fullName(patient)
  const memory = useDraft('drop_patient', patient.id)
  const { submit, errors, isPending } = useSubmit({
    document: DropPatient,
    input: dropPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to drop patient',
    onDone() {
      toast.success('Patient Dropped', `${name} has been dropped from your caseload.`)
      onClose()
    },
  })

  return (
    <ReasonDialog
      title="Drop Patient from Caseload"
      description={`${name} leaves the active caseload. An open consent request is voided and future appointments are cancelled. Notes and records are kept.`}
      name="dropReason"
      isRequired
      max={DROP_REASON.max}
      verb="Drop Patient"
      errors={errors}
      isPending={isPending}
      memory={memory}
      onSend={(dropReason) => void submit({ patientId: patient.id, dropReason })}
      onClose={onClose}
    />
  )
}
