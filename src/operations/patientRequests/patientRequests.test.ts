import { describe, expect } from 'vitest'
import { dayOf } from '#domain/dates.ts'
import type { PatientRequestKind } from '#domain/patientRequests/patientRequest.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { alertRequestsDue } from './alertRequestsDue.ts'
import { listPatientRequests } from './listPatientRequests.ts'
import { answerPatientRequest, extendPatientRequest, recordPatientRequest } from './patientRequests.ts'

const reason = 'An archive has to be searched'
const details = 'The visit notes of 2025'

async function setUp(clinic: TestClinic) {
  const recorder = await clinic.user()
  const staff = clinic.as(recorder)
  const patient = await clinic.patient({ lastName: 'Okafor' })
  const patientId = patient.id
  const record = (kind: PatientRequestKind, receivedOn = '2026-01-02', more = {}) =>
    recordPatientRequest(staff, {
      ...{ patientId, kind, receivedOn, ...(kind !== 'accounting' && { details }) },
      ...more,
    })
  const extend = (patientRequestId: string) =>
    extendPatientRequest(staff, { patientId, patientRequestId, reason })
  const answer = (patientRequestId: string, given: object) =>
    answerPatientRequest(staff, { patientId, patientRequestId, answeredOn: '2026-01-05', ...given })
  return { recorder, staff, patient, patientId, record, extend, answer }
}

const conflict = { code: 'conflict' }

describe('the time for an answer', () => {
  test.for([
    ['access', '2026-02-01', '2026-03-03'],
    ['amendment', '2026-03-03', '2026-04-02'],
    ['accounting', '2026-03-03', '2026-04-02'],
  ] as const)('%s: until %s, extended once until %s', async ([kind, due, extended], { clinic }) => {
    const { record, extend } = await setUp(clinic)
    const { id, dueOn } = await record(kind)
    expect(dayOf(dueOn)).toBe(due)
    expect(dayOf((await extend(id)).dueOn)).toBe(extended)
    await expect(extend(id)).rejects.toMatchObject(conflict)
  })

  test('can be shorter by state law, and is then extended from that day', async ({ clinic }) => {
    const { record, extend } = await setUp(clinic)
    for (const [dueOn, message] of [
      ['2026-02-02', 'Answer within 30 days of the request, or sooner'],
      ['2026-01-01', 'The answer cannot be due before the request'],
    ])
      await expect(record('access', '2026-01-02', { dueOn })).rejects.toMatchObject({
        fields: { dueOn: message },
      })
    const { id } = await record('access', '2026-01-02', { dueOn: '2026-01-17' })
    expect(dayOf((await extend(id)).dueOn)).toBe('2026-02-16')
  })

  test('cannot be extended when it is over, and no request comes from the future', async ({ clinic }) => {
    const { record, extend } = await setUp(clinic)
    await expect(record('access', '2026-01-06')).rejects.toMatchObject({
      fields: { receivedOn: 'The date must not be in the future' },
    })
    const { id } = await record('access', '2025-12-05')
    await expect(extend(id)).rejects.toMatchObject(conflict)
  })
})

test('a request says what exactly the patient asks for, except one for the accounting', async ({
  clinic,
}) => {
  const { record } = await setUp(clinic)
  await expect(record('amendment', '2026-01-02', { details: ' ' })).rejects.toMatchObject({
    fields: { details: 'Enter what the patient asks for' },
  })
  await expect(record('accounting', '2026-01-02', { details })).rejects.toMatchObject({
    fields: { details: expect.any(String) },
  })
})

test('two requests for records can be open, but only one for the accounting', async ({ clinic }) => {
  const { record, answer } = await setUp(clinic)
  await record('access')
  await record('access')
  const { id } = await record('accounting')
  await expect(record('accounting')).rejects.toMatchObject(conflict)
  await answer(id, {})
  await record('accounting')
})

describe('an answer', () => {
  test('is recorded once, with the reason for a denial', async ({ clinic }) => {
    const { record, answer, patient } = await setUp(clinic)
    const { id } = await record('access')
    for (const [given, fields] of [
      [{ answeredOn: '2026-01-01' }, { answeredOn: 'The answer must not be before the request' }],
      [{ answeredOn: '2026-01-06' }, { answeredOn: 'The date must not be in the future' }],
      [{ outcome: 'denied' }, { denialReason: 'Enter the reason for the denial' }],
      [
        { outcome: 'granted', denialReason: reason },
        { denialReason: 'Leave this empty if nothing was denied' },
      ],
    ] as const)
      await expect(answer(id, given)).rejects.toMatchObject({ fields })
    const answered = await answer(id, { outcome: 'partly_denied', denialReason: reason })
    expect(answered).toMatchObject({ outcome: 'partly_denied', denialReason: reason })
    await expect(answer(id, {})).rejects.toMatchObject(conflict)
    const rows = await clinic.db.auditLog.findMany({
      where: { patientId: patient.id },
      orderBy: { id: 'asc' },
      select: { action: true, resourceType: true, details: true },
    })
    expect(rows).toEqual([
      { action: 'created', resourceType: 'patient_request', details: null },
      {
        action: 'updated',
        resourceType: 'patient_request',
        details: { fields: ['answeredOn', 'outcome', 'denialReason'] },
      },
    ])
  })

  test('never denies the accounting', async ({ clinic }) => {
    const { record, answer } = await setUp(clinic)
    const { id } = await record('accounting')
    await expect(answer(id, { outcome: 'denied', denialReason: reason })).rejects.toMatchObject({
      fields: { outcome: 'The accounting of disclosures cannot be denied' },
    })
    expect(await answer(id, {})).toMatchObject({ outcome: 'granted', denialReason: null })
  })
})

test('staff and administrators are alerted once when a request is due soon, and once when it is overdue', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { record, recorder } = await setUp(clinic)
  await record('access')
  const alerts = async () =>
    (await clinic.db.alert.findMany({ where: { type: 'patient_request_due' }, orderBy: { id: 'asc' } })).map(
      ({ userId, message }) => [userId, message],
    )
  const runOn = async (day: string) => {
    clinic.now = new Date(`${day}T15:00:00Z`)
    return alertRequestsDue(clinic.anonymous())
  }
  expect([await runOn('2026-01-24'), await alerts()]).toEqual([0, []])
  expect([await runOn('2026-01-25'), await runOn('2026-02-01')]).toEqual([1, 0])
  expect((await alerts()).map(([userId]) => userId).sort()).toEqual([recorder.id, admin.id].sort())
  expect((await alerts())[0]?.[1]).toBe(
    'Due on Feb 1, 2026: answer to a request by Maren Okafor (copies of records)',
  )
  expect([await runOn('2026-02-02'), await runOn('2026-02-03')]).toEqual([1, 0])
  expect(await alerts()).toHaveLength(4)
})

test('an attorney cannot record, extend or answer a request', async ({ clinic }) => {
  const { staff } = await setUp(clinic)
  const attorney = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: attorney.id })
  const asked = { patientId, kind: 'access', details, receivedOn: '2026-01-02' } as const
  const { id: patientRequestId } = await recordPatientRequest(staff, asked)
  const which = { patientId, patientRequestId }
  const ctx = clinic.as(attorney)
  for (const attempt of [
    () => recordPatientRequest(ctx, asked),
    () => extendPatientRequest(ctx, { ...which, reason }),
    () => answerPatientRequest(ctx, { ...which, answeredOn: '2026-01-05' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
})

test('an upgrade keeps the requests for the accounting, and their alerts', async () => {
  await withDatabaseBefore('20261216100000_patient_requests', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role)
      VALUES (${id(1)}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, status, created_by)
      VALUES (${id(2)}, 'Maren', 'Lindqvist', 'maren@example.test', 'pending_consent', ${id(1)})`)
    await ask(`INSERT INTO accounting_requests (id, patient_id, received_on, due_on, recorded_by, recorded_at, answered_on, answered_by)
      VALUES (${id(3)}, ${id(2)}, '2026-01-02', '2026-03-03', ${id(1)}, now(), NULL, NULL),
        (${id(4)}, ${id(2)}, '2025-01-02', '2025-03-03', ${id(1)}, now(), '2025-02-01', ${id(1)})`)
    await ask(
      `INSERT INTO alerts (id, user_id, patient_id, type, message) VALUES (${id(5)}, ${id(1)}, ${id(2)}, 'accounting_due', 'Due')`,
    )
    await upgrade()
    expect(await ask('SELECT kind, details, outcome FROM patient_requests ORDER BY id')).toEqual([
      { kind: 'accounting', details: null, outcome: null },
      { kind: 'accounting', details: null, outcome: 'granted' },
    ])
    expect(await ask('SELECT type FROM alerts')).toEqual([{ type: 'patient_request_due' }])
  })
})

test('the list has open requests by the day on which they are due, and answered ones, of visible patients only', async ({
  clinic,
}) => {
  const { staff, patientId, record, answer } = await setUp(clinic)
  const [late, soon, done] = [
    await record('amendment'),
    await record('access'),
    await record('access', '2026-01-03'),
  ]
  await answer(done.id, { outcome: 'granted' })
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const restricted = await clinic.patient({ restrictedAt: clinic.now })
  const hidden = await recordPatientRequest(admin, {
    ...{ patientId: restricted.id, kind: 'access', details, receivedOn: '2026-01-01' },
  })
  const idsOf = async (
    ctx: typeof admin,
    wanted: { isAnswered?: boolean } = {},
    page: { first?: number } = {},
  ) => (await listPatientRequests(ctx, wanted, page)).rows.map(({ node }) => node.id)
  expect(await idsOf(admin)).toEqual([hidden.id, soon.id, late.id])
  expect(await idsOf(staff)).toEqual([soon.id, late.id])
  expect(await idsOf(staff, { isAnswered: true })).toEqual([done.id])
  const first = await listPatientRequests(staff, {}, { first: 1 })
  expect(first).toMatchObject({ rows: [{ node: { id: soon.id } }], hasNextPage: true })
  const next = await listPatientRequests(staff, {}, { first: 1, after: first.rows[0]?.cursor })
  expect(next).toMatchObject({ rows: [{ node: { id: late.id } }], hasNextPage: false })
  const attorney = await clinic.user({ role: 'attorney' })
  await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: attorney.id } })
  await expect(listPatientRequests(clinic.as(attorney), {}, {})).rejects.toMatchObject({ code: 'forbidden' })
})
