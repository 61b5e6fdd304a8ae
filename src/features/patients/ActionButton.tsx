import type { RowAction, RowActionId } from '#domain/patients/rowAction.ts'
import { Button } from '#ui/Button.tsx'
import { listMenu } from './listMenu.ts'
import type { PatientRow } from './PatientRow.ts'

/** How a part of a chart starts an action of its patient. */
export type ChartPartProps = {
  patient: PatientRow
  onAction: (action: RowActionId, patient: PatientRow) => void
  /** The action that is running for this patient. */
  pendingAction: RowActionId | undefined
}

type Props = ChartPartProps & { action: RowAction; isPrimary?: boolean }

/** A button in a chart that starts an action of its patient; a disabled one shows the reason. */
export function ActionButton({ action, isPrimary = false, patient, onAction, pendingAction }: Props) {
  const { id, label, reason } = action
  return (
    <Button
      variant={isPrimary ? 'primary' : undefined}
      size={isPrimary ? undefined : 'small'}
      icon={listMenu.icons[id]}
      isPending={pendingAction === id}
      {...(reason ? { disabledReason: reason } : {})}
      onClick={() => onAction(id, patient)}
    >
      {label}
    </Button>
  )
}
