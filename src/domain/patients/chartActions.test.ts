import { expect, test } from 'vitest'
import { chartActions, consentTabActions } from './chartActions.ts'
import type { Row } from './rowAction.ts'
import { rowActions } from './rowActions.ts'
import { patientStatuses } from './status.ts'

const admin = { id: 'ada', role: 'admin', mustChangePassword: false } as const
const attorney = { id: 'theo', role: 'attorney', mustChangePassword: false } as const
const patient: Row = {
  createdById: 'ada',
  assignedAttorneyId: 'theo',
  recordsClosed: null,
  status: 'pending_consent',
  hasConsultation: false,
  hasSigningLink: false,
}
const nextOf = (changes: Partial<Row>, actor: Parameters<typeof chartActions>[0] = admin) =>
  chartActions(actor, { ...patient, ...changes }).next?.id

test.each<[Partial<Row>, string | undefined]>([
  [{}, 'send_consent'],
  [{ sendRefusal: 'No e-mail address' }, 'sign_here'],
  [{ status: 'consent_sent', hasSigningLink: true }, 'copy_link'],
  [{ status: 'consent_sent', hasEnvelope: true }, 'check_status'],
  [{ status: 'consent_signed' }, 'schedule'],
  [{ status: 'consent_signed', recordsClosed: 'under_review' }, undefined],
  [{ status: 'schedulable' }, 'schedule'],
  [{ status: 'schedulable', hasConsultation: true }, 'complete_treatment'],
  [{ status: 'treatment_completed' }, 'forward_records'],
  [{ status: 'treatment_completed', recordsClosed: 'revoked' }, 'await_records'],
  [{ status: 'pending_records' }, 'forward_records'],
  [{ status: 'records_forwarded' }, undefined],
  [{ status: 'dropped' }, undefined],
])('the next step at %j is %s', (changes, next) => {
  expect(nextOf(changes)).toBe(next)
})

test('an attorney is offered only what they may do', () => {
  expect(nextOf({ status: 'consent_signed' }, attorney)).toBe('schedule')
  expect(nextOf({ status: 'consent_sent', hasSigningLink: true }, attorney)).toBe('resend_consent')
})

test.each(patientStatuses)('at %s the chart offers every action of the row once', (status) => {
  const row = { ...patient, status }
  const { next, menu } = chartActions(admin, row)
  const offered = [...(next ? [next] : []), ...menu]
    .map(({ id }) => id)
    .filter((id) => id !== 'request_authorization')
  const inTabs = ['view', 'notes', 'view_records', 'edit']
  expect([...offered, ...inTabs].sort()).toEqual(
    rowActions(admin, row)
      .map(({ id }) => id)
      .sort(),
  )
})

test('the consent tab offers what changes the consent', () => {
  const ids = (changes: Partial<Row>) =>
    consentTabActions(admin, { ...patient, ...changes }).map(({ id }) => id)
  expect(ids({})).toEqual(['send_consent', 'preview_consent', 'sign_here', 'paper_consent'])
  expect(ids({ status: 'consent_signed' })).toEqual(['request_authorization', 'revoke_consent'])
})

test('a new authorization is requested after the first was signed, and only without an open request', () => {
  const offered = (changes: Partial<Row>, actor: Parameters<typeof chartActions>[0] = admin) =>
    chartActions(actor, { ...patient, ...changes }).menu.find(({ id }) => id === 'request_authorization')
  const request = { id: 'request_authorization', label: 'Request Authorization' }
  for (const status of patientStatuses) {
    const isEarly = ['pending_consent', 'consent_sent', 'dropped'].includes(status)
    expect(offered({ status }), status).toEqual(isEarly ? undefined : request)
  }
  const status = 'records_forwarded'
  for (const open of [{ hasSigningLink: true }, { hasEnvelope: true }, { isSentAgain: true }])
    expect(offered({ status, ...open })).toBeUndefined()
  expect(offered({ status, sendRefusal: 'No e-mail address' })).toMatchObject({ reason: 'No e-mail address' })
  expect(offered({ status, recordsClosed: 'not_named' }, attorney)).toEqual(request)
  expect(offered({ status, recordsClosed: 'revoked' }, attorney)?.reason).toContain('Ask the clinic')
  expect(offered({ status, recordsClosed: 'revoked' })).toEqual(request)
})
