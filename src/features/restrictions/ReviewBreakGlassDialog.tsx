import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { RESTRICTION_REASON, reviewBreakGlassInput } from '#domain/patients/restriction.ts'
import { graphql } from '#generated/gql.ts'
import type { BreakGlassRowFragment } from '#generated/graphql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { fullName } from '../patients/PatientRow.ts'

const ReviewBreakGlass = graphql(`
  mutation ReviewBreakGlassDialog($input: ReviewBreakGlassInput!) {
    reviewBreakGlass(input: $input) { ...BreakGlassRow }
  }
`)

type Props = { broken: BreakGlassRowFragment; onClose: () => void }

/** Records an administrator's review of a break-the-glass access. */
export function ReviewBreakGlassDialog({ broken, onClose }: Props) {
  const { submit, errors, isPending } = useSubmit({
    document: ReviewBreakGlass,
    input: reviewBreakGlassInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to save the review',
    onDone() {
      toast.success('Success', 'Review saved successfully')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Review Break-Glass Access"
      description={`${fullName(broken.user)} opened the chart of ${fullName(broken.patient)}: ${broken.reason}. Your findings are saved with this access and cannot be changed.`}
      name="remark"
      label="What You Found"
      isRequired
      max={RESTRICTION_REASON.max}
      verb="Save Review"
      variant="primary"
      errors={errors}
      isPending={isPending}
      onSend={(remark) => void submit({ breakGlassId: broken.id, remark })}
      onClose={onClose}
    />
  )
}
