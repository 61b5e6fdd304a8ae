import type { RowActionId } from '#domain/patients/rowAction.ts'
import { rowActions } from '#domain/patients/rowActions.ts'
import type { IconName } from '#ui/iconPaths.ts'
import { cardOffer } from './cardOffer.ts'
import type { Offer } from './PatientActions.tsx'

export const rowIcons: Record<RowActionId, IconName> = {
  ...cardOffer.icons,
  preview_consent: 'file',
  notes: 'note',
  upload_records: 'upload',
  view_records: 'file',
  copy_link: 'copy',
  check_status: 'refresh',
  resend_consent: 'send',
  void_request: 'slash',
  sign_here: 'pen',
  paper_consent: 'file',
  mark_schedulable: 'check',
  complete_treatment: 'check',
  await_records: 'clock',
  forward_records: 'forward',
  mark_forwarded: 'file',
  revoke_consent: 'undo',
  reassign: 'user',
  override_status: 'refresh',
  drop: 'drop',
}

/** What SPEC 2.5 has on a row of the list. */
export const listOffer: Offer = { ...cardOffer, actionsOf: rowActions, icons: rowIcons }
