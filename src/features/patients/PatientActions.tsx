import { useState } from 'react'
import { useFrame } from '#client/frame.ts'
import type { Actor } from '#domain/access/actor.ts'
import type { Row, RowAction, RowActionId } from '#domain/patients/rowAction.ts'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { RowActions } from '#ui/Table.tsx'
import { asRow, fullName, type PatientRow } from './PatientRow.ts'

/** The actions for a patient in a particular list. */
export type Offer = {
  nextOf: (actor: Actor, patient: Row) => RowAction[]
  /** Labels of the next steps, which are shown on the row. All other actions are in the menu. */
  words: Partial<Record<RowActionId, string>>
  /** The maximum number of next steps on the row. */
  most: number
  /** Loads the menu on demand. */
  loadMenu: () => Promise<OfferMenu>
}

/** All actions of the menu. */
export type OfferMenu = {
  actionsOf: (actor: Actor, patient: Row) => RowAction[]
  icons: Partial<Record<RowActionId, IconName>>
}

type Props = {
  patient: PatientRow
  offer: Offer
  pendingAction: RowActionId | undefined
  onAction: (action: RowActionId, patient: PatientRow) => void
}

/** The actions for this user and patient; disabled ones show the reason. */
export function PatientActions({ patient, offer, pendingAction, onAction }: Props) {
  const { viewer } = useFrame()
  const [menu, setMenu] = useState<OfferMenu>()
  const row = asRow(patient)
  const next = offer
    .nextOf(viewer, row)
    .filter(({ id }) => id in offer.words)
    .slice(0, offer.most)
  const inMenu = menu?.actionsOf(viewer, row).filter(({ id }) => !next.some((one) => one.id === id))
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
          {label.startsWith('Update') ? 'Update' : offer.words[id]}
        </Button>
      ))}
      <MenuButton
        label={`More actions for ${fullName(patient)}`}
        size="small"
        items={inMenu?.map((action) => asMenuItem(action, menu?.icons[action.id]))}
        onWant={() => offer.loadMenu().then(setMenu)}
        onAction={(id) => onAction(id as RowActionId, patient)}
      />
    </RowActions>
  )
}

/** An action as an item of a menu; a disabled one shows the reason. */
export const asMenuItem = ({ id, label, reason }: RowAction, icon: IconName | undefined) => ({
  id,
  label,
  icon,
  ...(reason && { isDisabled: true, reason }),
  ...(id === 'drop' && { tone: 'critical' as const }),
})
