import { expect } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedWebhook } from '#tests/support/storedWebhook.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'

const MESSAGE = 'This patient was changed after you read it. Read it again, then repeat your change.'

/** An administrator, a patient, and calls with the version that was read. */
async function setUp(clinic: TestClinic, server: TestServer) {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const patient = await clinic.patient({ status: 'schedulable' })
  const at = `/api/patients/${patient.id}`
  const tagOf = async () => (await visitor.call('GET', at)).headers.get('etag') ?? ''
  const change = (method: string, path: string, body: object, tag: string) =>
    visitor.call(method, path, body, { 'if-match': tag })
  return { admin, visitor, patient, at, tagOf, change }
}

test('a change with If-Match is refused with the current version if someone else has changed the patient', async ({
  clinic,
  server,
}) => {
  const { at, tagOf, change, visitor, patient } = await setUp(clinic, server)
  const read = await tagOf()
  expect(read).toMatch(/^"\w+"$/)
  const first = await change('PATCH', at, { phone: '(415) 555-0111' }, read)
  expect([first.status, first.json]).toMatchObject([
    200,
    { phone: '(415) 555-0111', message: 'Patient updated successfully' },
  ])
  const current = first.headers.get('etag') ?? ''
  expect(current).not.toBe(read)
  expect(await tagOf()).toBe(current)

  const late: [string, string, object][] = [
    ['PATCH', at, { phone: '(415) 555-0122' }],
    ['PATCH', `${at}/status`, { status: 'consent_signed' }],
    ['PATCH', `${at}/assignment`, { assignedAttorney: 'none' }],
    ['POST', `${at}/drop`, { dropReason: 'Went to another clinic' }],
    [
      'PUT',
      `${at}/schedule`,
      { consultationDate: '2026-02-01', consultationTime: '10:00', consultationLocation: 'Room 2' },
    ],
  ]
  for (const [method, path, body] of late) {
    const refused = await change(method, path, body, read)
    expect([path, refused.status, refused.json]).toEqual([
      path,
      412,
      { code: 'stale', message: MESSAGE, version: current.slice(1, -1) },
    ])
  }
  const stored = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(stored).toMatchObject({ phone: '(415) 555-0111', status: 'schedulable', consultationDate: null })
  expect((await visitor.call('PATCH', at, { phone: '(415) 555-0122' })).status).toBe(200)
})

test('of two changes of the same version at the same time, one is made', async ({ clinic, server }) => {
  const { at, tagOf, change } = await setUp(clinic, server)
  const read = await tagOf()
  const phones = Array.from({ length: 8 }, (_, n) => `(415) 555-01${10 + n}`)
  const answers = await Promise.all(phones.map((phone) => change('PATCH', at, { phone }, read)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)])
})

test('GraphQL has version and expectedVersion, also for tasks and appointments', async ({
  clinic,
  server,
}) => {
  const { visitor, patient, admin } = await setUp(clinic, server)
  const task = await clinic.db.task.create({
    data: { title: 'Call', patientId: patient.id, assignedToId: admin.id, createdById: admin.id },
  })
  const appointment = await clinic.db.appointment.create({
    data: {
      ...{ patientId: patient.id, providerId: admin.id, createdById: admin.id, duration: 30 },
      ...{ scheduledAt: new Date('2026-02-02T15:00:00Z'), location: 'Room 1' },
    },
  })
  const edits = {
    patient: 'mutation($input: EditPatientInput!) { edited: editPatient(input: $input) { version } }',
    task: 'mutation($input: EditTaskInput!) { edited: editTask(input: $input) { version } }',
    appointment:
      'mutation($input: EditAppointmentInput!) { edited: editAppointment(input: $input) { version } }',
  }
  const inputs = {
    patient: { patientId: patient.id, address: '1 Elm St' },
    task: { taskId: task.id, title: 'Call again' },
    appointment: { appointmentId: appointment.id, notes: 'Bring the referral' },
  }
  for (const kind of ['patient', 'task', 'appointment'] as const) {
    const { id } = { patient, task, appointment }[kind]
    const { read } = await visitor.ask<{ read: { version: string } }>(
      `query($id: ID!) { read: ${kind}(id: $id) { version } }`,
      { id },
    )
    const edit = (input: object) => visitor.graphql(edits[kind], { input })
    clinic.now = new Date(clinic.now.getTime() + 1000)
    const first = await edit({ ...inputs[kind], expectedVersion: read.version })
    expect(first.errors, kind).toEqual([])
    const late = await edit({ ...inputs[kind], expectedVersion: read.version })
    expect(late.errors, kind).toMatchObject([{ extensions: { code: 'stale', version: expect.any(String) } }])
    expect((await edit({ ...inputs[kind], expectedVersion: null })).errors).toEqual([])
  }
})

test('notes and records have a version, too', async ({ clinic, server }) => {
  const { at, visitor, change, patient, admin } = await setUp(clinic, server)
  const on = { patientId: patient.id }
  const note = await clinic.db.patientNote.create({
    data: { ...on, content: 'Called', createdById: admin.id },
  })
  const record = await clinic.db.patientRecord.create({
    data: { ...on, fileName: 'a', filePath: 'b', fileSize: 1, mimeType: 'c', uploadedById: admin.id },
  })
  const identifiers = [{ system: 'https://ehr.example.org/files', value: 'F-1' }]
  const edits: [path: string, method: string, first: object, second: object][] = [
    [`${at}/notes/${note.id}`, 'PUT', { content: 'Called twice' }, { noteType: 'legal' }],
    [`${at}/records/${record.id}`, 'PATCH', { category: 'billing' }, { serviceDate: '2026-01-04' }],
    [`${at}/records/${record.id}`, 'PATCH', { identifiers }, { category: 'imaging' }],
  ]
  for (const [path, method, first, second] of edits) {
    clinic.now = new Date(clinic.now.getTime() + 1000)
    const read = (await visitor.call('GET', path)).headers.get('etag') ?? ''
    const done = await change(method, path, first, read)
    expect(done.status, path).toBe(200)
    const current = done.headers.get('etag') ?? ''
    expect(current).not.toBe(read)
    const refused = await change(method, path, second, read)
    expect([refused.status, refused.json], path).toMatchObject([412, { version: current.slice(1, -1) }])
    expect((await change(method, path, second, current)).status, path).toBe(200)
  }
  expect(await clinic.db.patientNote.findUniqueOrThrow({ where: { id: note.id } })).toMatchObject({
    content: 'Called twice',
    noteType: 'legal',
  })
})

test('an edit of a webhook is refused if the webhook has changed since it was read', async ({
  clinic,
  server,
}) => {
  const { visitor, change, admin } = await setUp(clinic, server)
  const { apiKey } = await createApiKey(clinic.as(admin), { userId: admin.id, name: 'Sync', scope: 'read' })
  const { webhook } = await storedWebhook(clinic, { apiKeyId: apiKey.id, createdById: admin.id })
  const path = `/api/webhooks/${webhook.id}`
  const [listed] = (await visitor.call('GET', '/api/webhooks')).json as { version: string }[]
  const tag = `"${listed?.version}"`
  const first = await change('PATCH', path, { types: ['task'] }, tag)
  expect([first.status, first.headers.get('etag') === tag]).toEqual([200, false])
  const late = await change('PATCH', path, { name: 'Sync of tasks', types: [] }, tag)
  expect([late.status, late.json]).toMatchObject([412, { code: 'stale' }])
  expect((await change('PATCH', path, { isOn: false }, first.headers.get('etag') ?? '')).status).toBe(200)
  expect(await clinic.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })).toMatchObject({
    name: 'Case system',
    types: ['task'],
  })
})

test('of two edits of one note at the same time, one is made', async ({ clinic, server }) => {
  const { at, visitor, change, patient, admin } = await setUp(clinic, server)
  const note = await clinic.db.patientNote.create({
    data: { patientId: patient.id, content: 'Called', createdById: admin.id },
  })
  clinic.now = new Date(clinic.now.getTime() + 1000)
  const path = `${at}/notes/${note.id}`
  const read = (await visitor.call('GET', path)).headers.get('etag') ?? ''
  const texts = Array.from({ length: 8 }, (_, n) => `Called ${n}`)
  const answers = await Promise.all(texts.map((content) => change('PUT', path, { content }, read)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)])
})

test('a call that cannot check a version refuses If-Match, after it has checked the caller', async ({
  clinic,
  server,
}) => {
  const { at, change, visitor } = await setUp(clinic, server)
  const note = { content: 'Called', noteType: 'general' }
  const refused = await change('POST', `${at}/notes`, note, '"a"')
  expect([refused.status, refused.json]).toEqual([
    400,
    {
      code: 'invalid',
      message: 'POST /api/patients/:id/notes does not take If-Match',
      fields: { 'If-Match': 'POST /api/patients/:id/notes does not take If-Match' },
    },
  ])
  for (const tag of ['*', 'W/"a"', '"a", "b"', 'a', '""'])
    expect((await change('PATCH', at, { phone: null }, tag)).status, tag).toBe(400)
  expect((await visitor.call('GET', at, undefined, { 'if-match': '*' })).status).toBe(200)
  expect((await server.visitor().call('POST', `${at}/notes`, note, { 'if-match': '*' })).status).toBe(401)
})
