import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import type { RecordClosing } from '../consent/authorization.ts'
import type { Row, RowAction } from './rowAction.ts'
import { maySendRecords } from './status.ts'

/**
 * Forwarding needs a signed form, or another legal basis, which the dialog asks for. After a revocation or the end of the
 * authorization it is offered at every status but Dropped.
 */
export const forwardAction = (actor: Actor, patient: Row): RowAction | false =>
  can(actor, 'forwarding.make', patient) &&
  (maySendRecords(patient.status) || (patient.recordsClosed !== null && patient.status !== 'dropped')) && {
    id: 'forward_records',
    label: 'Forward Records',
  }

/** Why records or texts of a patient are closed to the user. */
export const closingReasons: Record<RecordClosing, string> = {
  revoked: 'The patient revoked the consent',
  expired: 'The authorization has ended',
  not_named: 'The signed form does not name you',
  not_signed: 'The patient has not signed yet',
  not_covered: 'The signed form covers only some records',
  under_review: 'The signed form waits for review',
}

/** Why the records are closed to the user, as a sentence without a period. */
export const closedBecause = ({ recordsClosed }: Row): string =>
  `${closingReasons[recordsClosed ?? 'revoked']}, so the records are closed`
