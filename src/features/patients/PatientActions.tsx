import { useFrame } from '#client/frame.ts'
import {
  cardActions,
  consentActions,
  type RowAction,
  type RowActionId,
  rowActions,
} from '#domain/patients/rowActions.ts'
import { Button } from '#ui/Button.tsx'
import type { IconName } from '#ui/iconPaths.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import { RowActions } from '#ui/Table.tsx'
import { fullName, type PatientRow } from './PatientRow.ts'

const icons: Record<RowActionId, IconName> = {
  send_consent: 'send',
  schedule: 'calendar',
  view: 'eye',
  notes: 'note',
  upload_records: 'upload',
  view_records: 'file',
  edit: 'edit',
  copy_link: 'copy',
  check_status: 'refresh',
  void_request: 'slash',
  mark_schedulable: 'check',
  complete_treatment: 'check',
  await_records: 'clock',
  forward_records: 'file',
  revoke_consent: 'undo',
  reassign: 'user',
  override_status: 'refresh',
  drop: 'drop',
}

/** Where the row stands decides what of its actions is offered. */
const offers = { list: rowActions, card: cardActions, consent: consentActions }

/** The next step of a patient stands on the row itself, everything else in its menu. */
const nextSteps: Record<keyof typeof offers, readonly RowActionId[]> = {
  list: ['send_consent', 'schedule'],
  card: ['send_consent', 'schedule'],
  consent: ['send_consent', 'copy_link', 'check_status'],
}

const shortLabels: Partial<Record<RowActionId, string>> = { copy_link: 'Signing Link' }

type Props = {
  patient: PatientRow
  place?: keyof typeof offers
  pendingAction: RowActionId | undefined
  onAction: (action: RowActionId, patient: PatientRow) => void
}

/** What this person may do with this patient now; what is closed says why. */
export function PatientActions({ patient, place = 'list', pendingAction, onAction }: Props) {
  const { viewer } = useFrame()
  const actions = offers[place](viewer, {
    createdById: patient.createdBy.id,
    assignedAttorneyId: patient.assignedAttorney?.id ?? null,
    recordsClosed: patient.recordsClosed ?? null,
    status: patient.status,
    hasConsultation: Boolean(patient.consultationDate),
    hasSigningLink: patient.consentSentVia === 'built_in',
    hasEnvelope: patient.consentSentVia === 'docusign',
  })
  const next = actions.find(({ id }) => nextSteps[place].includes(id))
  return (
    <RowActions>
      {next && (
        <Button
          size="small"
          isPending={pendingAction === next.id}
          {...(next.reason ? { disabledReason: next.reason } : {})}
          aria-label={`${next.label}: ${fullName(patient)}`}
          onClick={() => onAction(next.id, patient)}
        >
          {next.id === 'schedule' ? next.label.split(' ')[0] : (shortLabels[next.id] ?? next.label)}
        </Button>
      )}
      <MenuButton
        label={`More actions for ${fullName(patient)}`}
        size="small"
        items={actions.filter((action) => action !== next).map(asMenuItem)}
        onAction={(id) => onAction(id as RowActionId, patient)}
      />
    </RowActions>
  )
}

const asMenuItem = ({ id, label, reason }: RowAction) => ({
  id,
  label,
  icon: icons[id],
  ...(reason && { isDisabled: true, reason }),
  ...(id === 'drop' && { tone: 'critical' as const }),
})
