import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { GLASS_HOURS, RESTRICTION_REASON, restrictPatientInput } from '#domain/patients/restriction.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName, type PatientDialogProps } from '../patients/PatientRow.ts'

const Restrict = graphql(`
  mutation RestrictChartDialog($input: RestrictPatientInput!) {
    restrictPatient(input: $input) { id isRestricted restriction { ...ChartRestriction } }
  }
`)

/** Restricts a chart, after explaining what other staff can still see. */
export function RestrictChartDialog({ patient, onClose }: PatientDialogProps) {
  const name = fullName(patient)
  const { submit, errors, isPending } = useSubmit({
    document: Restrict,
    input: restrictPatientInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to restrict the chart',
    onDone() {
      toast.success('Success', `The chart of ${name} is restricted`)
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Restrict Chart"
      description={`Only administrators, the assigned user and the user who added ${name} can still see the chart. Other staff see only the name and a lock, and no longer see related tasks, appointments and alerts. In an emergency they can break the glass for ${GLASS_HOURS} hours, and administrators are alerted. Everyone who can see the chart also sees this reason.`}
      isRequired
      max={RESTRICTION_REASON.max}
      verb="Restrict Chart"
      variant="primary"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: patient.id, reason })}
      onClose={onClose}
    />
  )
}
