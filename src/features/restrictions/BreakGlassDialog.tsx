import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { breakGlassInput, GLASS_HOURS, RESTRICTION_REASON } from '#domain/patients/restriction.ts'
import { graphql } from '#generated/gql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'

const BreakGlass = graphql(`
  mutation BreakGlassDialog($input: BreakGlassInput!) { breakGlass(input: $input) { id isRestricted openUntil } }
`)

type Props = {
  chart: { id: string; firstName: string; lastName: string }
  onOpened: () => void
  onClose: () => void
}

/** Opens a restricted chart for some hours, after explaining the consequences. */
export function BreakGlassDialog({ chart, onOpened, onClose }: Props) {
  const name = fullName(chart)
  const { submit, errors, isPending } = useSubmit({
    document: BreakGlass,
    input: breakGlassInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to open the chart',
    onDone() {
      toast.success('Chart Opened', `The chart of ${name} is open to you for ${GLASS_HOURS} hours.`)
      onClose()
      onOpened()
    },
  })
  return (
    <ReasonDialog
      title="Break the Glass"
      description={`The chart of ${name} is restricted. Breaking the glass gives you access for ${GLASS_HOURS} hours. All administrators are alerted immediately with your reason. Your access is recorded, and an administrator reviews it.`}
      isRequired
      max={RESTRICTION_REASON.max}
      verb="Break the Glass"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId: chart.id, reason })}
      onClose={onClose}
    />
  )
}
