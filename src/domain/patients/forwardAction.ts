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

const reasons: Record<RecordClosing, string> = {
  revoked: 'The patient revoked the consent, so the records are closed',
  expired: 'The authorization has ended, so the records are closed',
  not_named: 'The signed form does not name you, so the records are closed',
  not_signed: 'The patient has not signed yet, so the records are closed',
  not_covered: 'The signed form does not cover this record',
  under_review: 'The signed form waits for review, so the records are closed',
}

/** Why the records are closed to the user, as a sentence. */
export const closedBecause = ({ recordsClosed }: Row): string => reasons[recordsClosed ?? 'revoked']
