import { useFrame } from '#client/frame.ts'
import type { Actor } from '#domain/access/actor.ts'
import type { Row, RowAction, RowActionId } from '#domain/patients/rowAction.ts'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { RowActions } from '#ui/Table.tsx'
import { asRow } from './asRow.ts'
import { fullName, type PatientRow } from './PatientRow.ts'

/** What of a patient's actions is offered where the row stands. */
export type Offer = {
  actionsOf: (actor: Actor, patient: Row) => RowAction[]
  icons: Partial<Record<RowActionId, IconName>>
  /** The next steps, which stand on the row itself by these words; everything else is in its menu. */
  next: Partial<Record<RowActionId, string>>
  /** How many of them, at most. */
  most: number
}

type Props = {
  patient: PatientRow
  offer: Offer
  pendingAction: RowActionId | undefined
  onAction: (action: RowActionId, patient: PatientRow) => void
}

/** What this person may do with this patient now; what is closed says why. */
export function PatientActions({ patient, offer, pendingAction, onAction }: Props) {
  const { viewer } = useFrame()
  const actions = offer.actionsOf(viewer, asRow(patient))
  const next = actions.filter(({ id }) => id in offer.next).slice(0, offer.most)
  return (
    <RowActions>
      {next.map(({ id, label, reason }) => (
        <Button
          key={id}
          size="small"
          isPending={pendingAction === id}
          {...(reason ? { disabledReason: reason } : {})}
          aria-label={`${label}: ${fullName(patient)}`}
          onClick={() => onAction(id, patient)}
        >
          {label.startsWith('Update') ? 'Update' : offer.next[id]}
        </Button>
      ))}
      <MenuButton
        label={`More actions for ${fullName(patient)}`}
        size="small"
        items={actions.filter((action) => !next.includes(action)).map((action) => asMenuItem(action, offer))}
        onAction={(id) => onAction(id as RowActionId, patient)}
      />
    </RowActions>
  )
}

const asMenuItem = ({ id, label, reason }: RowAction, { icons }: Offer) => ({
  id,
  label,
  icon: icons[id],
  ...(reason && { isDisabled: true, reason }),
  ...(id === 'drop' && { tone: 'critical' as const }),
})
