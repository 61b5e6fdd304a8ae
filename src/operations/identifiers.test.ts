import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { editOf } from '#tests/support/edits.ts'
import { alertsOf, auditRowsOf, insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { sample, storedRecord, uploadForm } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { editAppointment } from './appointments/editAppointment.ts'
import { completeAppointment } from './appointments/recordOutcome.ts'
import { upsertAppointment } from './appointments/upsertAppointment.ts'
import { viewRecordByIdentifier } from './records/viewRecord.ts'
import { addTask } from './tasks/addTask.ts'
import { editTask } from './tasks/editTask.ts'
import { upsertTask, viewTaskByIdentifier } from './tasks/upsertTask.ts'
import { deleteUser } from './users/deleteUser.ts'
import { listUsers } from './users/listUsers.ts'

const CASES = 'https://cases.example.org'
const inCases = (value: string) => ({ system: CASES, value })
const one = inCases('4711')

async function office(clinic: TestClinic, server: TestServer) {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ createdById: admin.id })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  return { admin, patient, visitor }
}
type Office = Awaited<ReturnType<typeof office>>
type Answer = { id: string; version?: string; identifiers: object[] }

/** How each kind is added and changed by REST. `add` gets a number, so that two of them do not meet. */
const kinds = [
  {
    kind: 'a task',
    path: '/api/tasks',
    message: 'Another task has this identifier',
    change: ({ id }: Answer) => ['PUT', `/api/tasks/${id}`] as const,
    add: ({ visitor, admin }: Office, number: number, identifiers: object[]) =>
      visitor.call('POST', '/api/tasks', { title: `Call ${number}`, assignedTo: admin.id, identifiers }),
  },
  {
    kind: 'an appointment',
    path: '/api/appointments',
    message: 'Another appointment has this identifier',
    change: ({ id }: Answer) => ['PATCH', `/api/appointments/${id}`] as const,
    add: ({ visitor, admin, patient }: Office, number: number, identifiers: object[]) =>
      visitor.call('POST', '/api/appointments', {
        patientId: patient.id,
        providerId: admin.id,
        scheduledAt: `2026-01-1${number}T15:00:00Z`,
        bookAnyway: true,
        identifiers,
      }),
  },
  {
    kind: 'a record',
    path: '/api/records',
    message: 'Another record has this identifier, perhaps a deleted one',
    change: ({ id }: Answer, { patient }: Office) =>
      ['PATCH', `/api/patients/${patient.id}/records/${id}`] as const,
    add: ({ visitor, patient }: Office, number: number, identifiers: object[]) =>
      visitor.send(
        'POST',
        `/api/patients/${patient.id}/records`,
        uploadForm(`${number}.pdf`, sample('rotation.pdf'), { identifiers: JSON.stringify(identifiers) }),
      ),
  },
] as const

describe.for(kinds)('$kind', ({ path, message, add, change }) => {
  test('is found by its identifier, which no other of its kind can have', async ({ clinic, server }) => {
    const all = await office(clinic, server)
    const { visitor } = all
    const added = await add(all, 1, [one, one])
    expect([added.status, added.json]).toMatchObject([201, { identifiers: [one] }])
    const object = added.json as Answer
    const find = (value: string) =>
      visitor.call('GET', `${path}/by-identifier?${new URLSearchParams(inCases(value))}`)
    const found = await find('4711')
    expect([found.status, found.json]).toMatchObject([200, { id: object.id, identifiers: [one] }])
    const missing = await find('4712')
    expect([missing.status, missing.json]).toMatchObject([404, { code: 'not_found' }])

    const taken = await add(all, 2, [one])
    expect([taken.status, taken.json]).toMatchObject([
      409,
      { reason: 'identifier_taken', message, fields: { identifiers: message } },
    ])
    const rest = await add(all, 3, [])
    expect(rest.status).toBe(201)

    const [method, at] = change(object, all)
    const changed = await visitor.call(method, at, { identifiers: [inCases('4713')] })
    expect([changed.status, changed.json]).toMatchObject([200, { identifiers: [inCases('4713')] }])
    expect(
      (await auditRowsOf(clinic)).filter(
        ({ action, resourceId }) => action === 'updated' && resourceId === object.id,
      ),
    ).toMatchObject([{ details: editOf('identifiers') }])
    expect((await find('4711')).status).toBe(404)
    expect((await visitor.call(method, at, { identifiers: null })).json).toMatchObject({ identifiers: [] })
    expect(await clinic.db.identifier.count()).toBe(0)
  })
})

test('a user is found by an identifier, by the search too, and their successor can have it', async ({
  clinic,
  server,
}) => {
  const { admin, visitor } = await office(clinic, server)
  const newcomer = { firstName: 'Lena', lastName: 'Hart', password: 'a long pass phrase', identifiers: [one] }
  const add = (email: string) => visitor.call('POST', '/api/users/create', { ...newcomer, email })
  const added = await add('lena@example.test')
  expect([added.status, added.json]).toMatchObject([201, { identifiers: [one] }])
  const { id } = added.json as Answer
  const found = await visitor.call('GET', `/api/users/by-identifier?${new URLSearchParams(one)}`)
  expect([found.status, found.json]).toMatchObject([200, { id, email: 'lena@example.test' }])
  for (const search of ['4711', 'hart 471'])
    expect((await listUsers(clinic.as(admin), { search }, {})).rows.map(({ node }) => node.id)).toEqual([id])
  expect((await add('other@example.test')).json).toMatchObject({ reason: 'identifier_taken' })
  expect(await clinic.db.user.count({ where: { email: 'other@example.test' } })).toBe(0)

  await deleteUser(clinic.as(admin), { userId: id })
  expect((await add('other@example.test')).status).toBe(201)
})

test('an object of each kind can have the same identifier', async ({ clinic, server }) => {
  const all = await office(clinic, server)
  for (const { add } of kinds) expect((await add(all, 1, [one])).status).toBe(201)
  expect(await clinic.db.identifier.count({ where: one })).toBe(kinds.length)
})

test('upsertTask adds a task once and edits it from then on, also when called twice at once', async ({
  clinic,
}) => {
  const { staff, provider, patient } = await practice(clinic)
  const call = { identifier: one, title: 'Call back', assignedTo: provider.id }
  await expect(upsertTask(staff, { identifier: one })).rejects.toMatchObject({
    fields: { title: 'Title is required' },
  })
  const both = await Promise.all([upsertTask(staff, call), upsertTask(staff, call)])
  expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
  expect(new Set(both.map(({ value }) => value.id)).size).toBe(1)
  expect(await upsertTask(staff, { identifier: one, status: 'completed' })).toMatchObject({
    isNew: false,
    value: { title: 'Call back', status: 'completed', completedAt: clinic.now },
  })
  await expect(upsertTask(staff, { identifier: one, patientId: patient.id })).rejects.toMatchObject({
    fields: { patientId: 'The patient cannot change' },
  })
  expect(await clinic.db.task.count()).toBe(1)
})

test('upsertTask adds a task that is completed elsewhere without an alert', async ({ clinic }) => {
  const { staff, provider } = await practice(clinic)
  const call = { identifier: one, title: 'Call back', assignedTo: provider.id, status: 'completed' as const }
  expect(await upsertTask(staff, call)).toMatchObject({
    isNew: true,
    value: { status: 'completed', completedAt: clinic.now },
  })
  expect(await alertsOf(clinic)).toEqual([])
})

test('upsertAppointment books an appointment once and moves it from then on', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const booking = { identifier: one, patientId: patient.id, providerId: provider.id, scheduledAt: MOMENT }
  await expect(upsertAppointment(staff, { identifier: one, patientId: patient.id })).rejects.toMatchObject({
    fields: { providerId: 'Choose who sees the patient', scheduledAt: /^Appointment must have/ },
  })
  const both = await Promise.all([upsertAppointment(staff, booking), upsertAppointment(staff, booking)])
  expect(both.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
  const later = '2026-01-15T19:30:00.000Z'
  expect(await upsertAppointment(staff, { identifier: one, scheduledAt: later })).toMatchObject({
    isNew: false,
    value: { scheduledAt: new Date(later) },
  })
  const other = await clinic.patient({ status: 'consent_signed' })
  await expect(upsertAppointment(staff, { ...booking, patientId: other.id })).rejects.toMatchObject({
    fields: { patientId: 'The patient cannot change' },
  })
  await expect(
    upsertAppointment(staff, { ...booking, identifier: inCases('4712'), scheduledAt: later }),
  ).rejects.toMatchObject({
    facts: { reason: 'slot_taken' },
  })
  expect(await clinic.db.appointment.count()).toBe(1)
})

test('changing the identifiers of a settled appointment alerts nobody and leaves the consultation as it is', async ({
  clinic,
}) => {
  const { staff, provider, patient } = await practice(clinic)
  const { id } = await insertAppointment(
    clinic,
    { provider, patient },
    { isConsultation: true, location: 'Room 2' },
  )
  clinic.now = new Date(MOMENT)
  await completeAppointment(staff, { appointmentId: id })
  const before = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  const named = await editAppointment(staff, { appointmentId: id, identifiers: [one] })
  expect(named.updatedAt.getTime()).toBeGreaterThanOrEqual(clinic.now.getTime())
  await expect(editAppointment(staff, { appointmentId: id, notes: 'Late' })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })).toEqual(before)
  expect(await alertsOf(clinic)).toEqual([])
})

test('an identifier opens nothing that its caller cannot see, and the answer is that of an unknown one', async ({
  clinic,
}) => {
  const { admin, provider } = await practice(clinic)
  const stranger = clinic.as(await clinic.user({ role: 'attorney' }))
  const patient = await clinic.patient({ createdById: admin.actor.id })
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: admin.actor.id })
  await clinic.db.identifier.create({ data: { ...one, kind: 'record', recordId: record.id } })
  await addTask(admin, { title: 'Call', patientId: patient.id, assignedTo: provider.id, identifiers: [one] })
  for (const value of ['4711', '4712']) {
    const identifier = inCases(value)
    await expect(viewRecordByIdentifier(stranger, identifier)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Record not found',
    })
    await expect(viewTaskByIdentifier(stranger, identifier)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Task not found',
    })
  }
  await expect(
    upsertTask(stranger, { identifier: one, title: 'Mine', assignedTo: stranger.actor.id }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.db.task.count()).toBe(1)
})

test('an attorney cannot give a task an identifier, so that no program mistakes it for its own', async ({
  clinic,
}) => {
  const { attorney, staff, provider } = await practice(clinic)
  const mine = { title: 'Mine', assignedTo: attorney.actor.id }
  await expect(addTask(attorney, { ...mine, identifiers: [one] })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const { id } = await addTask(attorney, mine)
  await expect(editTask(attorney, { taskId: id, identifiers: [one] })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(upsertTask(attorney, { ...mine, identifier: one })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const written = await upsertTask(staff, { identifier: one, title: 'Call Maren', assignedTo: provider.id })
  expect(written).toMatchObject({ isNew: true })
  expect(await clinic.db.task.count()).toBe(2)
  await expect(upsertTask(attorney, { ...mine, identifier: one })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('the database keeps each identifier with one object of its kind', async ({ clinic }) => {
  const patient = await clinic.patient()
  const user = await clinic.user()
  for (const wrong of [
    { kind: 'patient' as const, userId: user.id },
    { kind: 'user' as const },
    { kind: 'user' as const, userId: user.id, patientId: patient.id },
  ])
    await expect(clinic.db.identifier.create({ data: { ...one, ...wrong } })).rejects.toThrow(
      'identifiers_of_one',
    )
})

test('after the upgrade patients keep their identifiers', async () => {
  await withDatabaseBefore('20261201100000_identifiers_of_all', async ({ ask, upgrade }) => {
    const rae = '01a1f3a0-0000-7000-8000-00000000000a'
    const maren = '01a1f3a0-0000-7000-8000-00000000000b'
    await ask(`INSERT INTO users (id, email, first_name, last_name, role, updated_at)
       VALUES ('${rae}', 'rae@example.test', 'Rae', 'Okafor', 'admin', now())`)
    await ask(`INSERT INTO patients (first_name, last_name, email, created_by, id, updated_at)
       VALUES ('Maren', 'Lindqvist', 'maren@example.test', '${rae}', '${maren}', now())`)
    await ask(`INSERT INTO patient_identifiers (id, patient_id, system, value)
       VALUES (gen_random_uuid(), '${maren}', '${CASES}', 'E-17')`)
    await upgrade()
    await ask(`INSERT INTO identifiers (id, kind, user_id, system, value)
       VALUES (gen_random_uuid(), 'user', '${rae}', '${CASES}', 'E-17')`)
    await ask(`INSERT INTO identifiers (id, kind, patient_id, system, value)
       VALUES (gen_random_uuid(), 'patient', '${maren}', '${CASES}', 'E-18')`)
    expect(await ask('SELECT kind, patient_id, value FROM identifiers ORDER BY kind, value')).toEqual([
      { kind: 'patient', patient_id: maren, value: 'E-17' },
      { kind: 'patient', patient_id: maren, value: 'E-18' },
      { kind: 'user', patient_id: null, value: 'E-17' },
    ])
    expect(await ask('SELECT identifier_words AS words FROM patients')).toEqual([
      { words: 'E-17 17 E-18 18' },
    ])
  })
})
