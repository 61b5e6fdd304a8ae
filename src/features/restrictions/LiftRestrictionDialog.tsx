import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { liftRestrictionInput, RESTRICTION_REASON } from '#domain/patients/restriction.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName, type PatientDialogProps } from '../patients/PatientRow.ts'

const Lift = graphql(`
  mutation LiftRestrictionDialog($input: LiftRestrictionInput!) {
    liftRestriction(input: $input) { id isRestricted restriction { id } }
  }
`)

/** Opens a restricted chart to all staff again. */
export function LiftRestrictionDialog({ patient, onClose }: PatientDialogProps) {
  const name = fullName(patient)
  const { submit, errors, isPending } = useSubmit({
    document: Lift,
    input: liftRestrictionInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to lift the restriction',
    onDone() {
      toast.success('Success', `The chart of ${name} is open to all staff`)
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Lift Restriction"
      description={`All staff can see the chart of ${name} again immediately.`}
      isRequired
      max={RESTRICTION_REASON.max}
      verb="Lift Restriction"
      variant="primary"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: patient.id, reason })}
      onClose={onClose}
    />
  )
}
