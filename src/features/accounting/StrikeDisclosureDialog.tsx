import { toast } from '#client/toast.ts'
import { useSubmit } from '#client/useSubmit.ts'
import { ACCOUNTING_REASON, strikeManualDisclosureInput } from '#domain/accounting/inputs.ts'
import type { AccountingRowFragment } from '#generated/graphql.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { strikeManualDisclosure } from './accountingDocuments.ts'

type Props = { patientId: string; row: AccountingRowFragment; onClose: () => void }

/** Asks for the reason before striking an entry. */
export function StrikeDisclosureDialog({ patientId, row, onClose }: Props) {
  const { submit, errors, isPending } = useSubmit({
    document: strikeManualDisclosure,
    input: strikeManualDisclosureInput,
    variables: (input) => ({ input }),
    fallback: 'Failed to strike the entry',
    onDone() {
      toast.success('Success', 'Entry struck successfully')
      onClose()
    },
  })
  return (
    <ReasonDialog
      title="Strike Entry"
      description={`The disclosure to ${row.recipientName} is no longer in the statement. The entry stays on this screen with your reason.`}
      isRequired
      max={ACCOUNTING_REASON.max}
      verb="Strike Entry"
      errors={errors}
      isPending={isPending}
      onSend={(reason) => void submit({ patientId, manualDisclosureId: row.entered?.id ?? '', reason })}
      onClose={onClose}
    />
  )
}
