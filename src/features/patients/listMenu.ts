import { consentActions } from '#domain/patients/consentActions.ts'
import type { RowActionId } from '#domain/patients/rowAction.ts'
import { rowActions } from '#domain/patients/rowActions.ts'
import type { IconName } from '#ui/iconPaths.ts'
import { cardMenu } from './cardMenu.ts'
import type { OfferMenu } from './PatientActions.tsx'

const rowIcons: Record<RowActionId, IconName> = {
  ...cardMenu.icons,
  preview_consent: 'file',
  request_authorization: 'send',
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
  restrict_chart: 'lock',
  lift_restriction: 'lock',
  drop: 'drop',
}

/** The menu of a patient list row. */
export const listMenu: OfferMenu = { actionsOf: rowActions, icons: rowIcons }

/** The menu of a row on the Consent Forms screen. */
export const consentMenu: OfferMenu = { actionsOf: consentActions, icons: rowIcons }
