import { expect, test } from 'vitest'
import type { PatientStatus } from './status.ts'
import { type WaitingFacts, waitingFor } from './waitingFor.ts'

const today = '2026-01-05'
const facts = {
  createdById: 'ada',
  assignedAttorneyId: 'theo',
  hasConsultation: false,
  hasSigningLink: false,
  consultationDate: null,
  recordsClosed: null,
} satisfies Partial<WaitingFacts>

test.for<[PatientStatus, Partial<WaitingFacts>, string | null]>([
  ['pending_consent', {}, 'clinic to send the form'],
  ['pending_consent', { sendRefusal: 'No e-mail address' }, 'clinic to add an e-mail address'],
  ['pending_consent', { isSentAgain: true }, 'the next try to send the form'],
  ['consent_sent', { hasSigningLink: true }, 'the signature'],
  ['consent_sent', { hasEnvelope: true }, 'the signature'],
  ['consent_sent', {}, 'clinic to send the form again'],
  ['consent_sent', { isSentAgain: true }, 'the next try to send the form'],
  ['consent_signed', {}, 'clinic to schedule the consultation'],
  ['consent_signed', { consultationDate: today }, 'the consultation'],
  ['schedulable', { consultationDate: '2026-01-04' }, 'clinic to complete the treatment'],
  ['treatment_completed', {}, 'clinic to send records'],
  ['pending_records', {}, 'clinic to send records'],
  ['pending_records', { recordsClosed: 'revoked' }, 'an authorization'],
  ['treatment_completed', { recordsClosed: 'expired', hasSigningLink: true }, 'the signature'],
  ['treatment_completed', { lacksForm: true, isSentAgain: true }, 'the next try to send the form'],
  ['treatment_completed', { recordsClosed: 'not_named' }, 'clinic to send records'],
  ['consent_signed', { recordsClosed: 'under_review' }, 'clinic to review the signed form'],
  ['records_forwarded', { recordsClosed: 'under_review' }, 'clinic to review the signed form'],
  ['dropped', { recordsClosed: 'under_review' }, null],
  ['records_forwarded', {}, null],
  ['dropped', {}, null],
])('a patient at %s with %o waits for %s', ([status, more, reason]) => {
  expect(waitingFor({ ...facts, status, ...more }, today)).toBe(reason)
})
