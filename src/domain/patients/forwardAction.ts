import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import type { RecordClosing } from '../consent/authorization.ts'
import type { Row, RowAction } from './rowAction.ts'
import { maySendRecords } from './status.ts'

/**
 * Forwarding requires a signed form. If something known prevents it, the action is disabled with the reason.
 */
export function forwardAction(actor: Actor, patient: Row): RowAction | false {
  if (!can(actor, 'forwarding.make', patient) || !maySendRecords(patient.status)) return false
  const action = { id: 'forward_records', label: 'Forward Records' } as const
  const reason = patient.recordsClosed
    ? closedBecause(patient)
    : patient.lacksForm
      ? 'No signed form is on file'
      : undefined
  return reason ? { ...action, reason } : action
}

const reasons: Record<RecordClosing, string> = {
  revoked: 'The patient revoked the consent, so the records are closed',
  expired: 'The authorization has ended, so the records are closed',
  not_named: 'The signed form does not name you, so the records are closed',
  not_signed: 'The patient has not signed yet, so the records are closed',
  under_review: 'The signed form waits for review, so the records are closed',
}

/** Why the records are closed to the user, as a sentence. */
export const closedBecause = ({ recordsClosed }: Row): string => reasons[recordsClosed ?? 'revoked']
