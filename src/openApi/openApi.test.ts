import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { routes } from '#rest/router.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { differenceFromDocument } from '#tests/support/openApiContract.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import type { Answer, TestServer } from '#tests/support/testServer.ts'
import { openApi } from './openApi.ts'
import { printedOpenApi } from './printOpenApi.ts'

type Operation = { operationId: string; description: string; responses: Record<string, object> }
const document = openApi() as { paths: Record<string, Record<string, Operation>> }
const spelled = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)

describe('the OpenAPI document', () => {
  test('matches the committed file', () => {
    const committed = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
    expect(committed).toBe(printedOpenApi())
  })

  test('lists exactly the existing calls', () => {
    const answered = routes.map(({ method, path }) => `${method} ${spelled(path)}`)
    expect(operations.map(({ name }) => name).sort()).toEqual(answered.sort())
  })

  test('has one name and one description for each call', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, operation } of operations) expect(operation.description, name).toMatch(/\.$/)
  })
})

// Every visitor of a test server compares each answer with the document (src/tests/support/openApiContract.ts).

async function signedIn(clinic: TestClinic, server: TestServer) {
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  const { call } = visitor
  await call('POST', '/api/auth/login', { email: admin.email, password: 'Clinic-demo-2026' })
  return { admin, visitor, call, idOf: ({ json }: Answer) => (json as { id: string }).id }
}

test('every response matches the document, from the first patient to the last list', async ({
  clinic,
  server,
}) => {
  const { admin, call, idOf } = await signedIn(clinic, server)
  const staff = await clinic.user()
  const person = { firstName: 'Maren', lastName: 'Lindqvist', email: 'maren@example.test' }
  const at = `/api/patients/${idOf(await call('POST', '/api/patients', person))}`
  const note = await call('POST', `${at}/notes`, { content: 'Called back' })
  await call('PUT', `${at}/notes/${idOf(note)}`, { content: 'Called back twice' })
  await call('PATCH', `${at}/assignment`, { assignedAttorney: staff.id })
  await call('POST', `${at}/send-consent`)
  await call('PATCH', `${at}/status`, { status: 'schedulable' })
  const visit = {
    consultationDate: '2026-01-14',
    consultationTime: '14:30',
    consultationLocation: 'Main office',
  }
  await call('PUT', `${at}/schedule`, visit)
  const task = await clinic.db.task.create({
    data: { title: 'Call', assignedToId: admin.id, createdById: admin.id },
  })
  await call('PUT', `/api/tasks/${task.id}`, { status: 'completed', completedAt: '2026-01-05T15:00:00Z' })
  const colleague = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@clinic.test',
    password: 'a-long-passphrase',
  }
  const user = idOf(await call('POST', '/api/users/create', colleague))
  await call('PATCH', `/api/users/${user}/status`, { isActive: false })
  await call('DELETE', `/api/users/${user}`)
  await call('POST', `${at}/drop`, { dropReason: 'Moved out of state' })
  await clinic.db.alert.create({ data: { type: 'task_due', userId: admin.id, message: 'Due' } })
  const reads = routes.filter(({ method, answer }) => method === 'GET' && answer.kind !== 'file')
  for (const { path } of reads) await call('GET', path.replace('/api/patients/:id', at))
  await call('DELETE', `${at}/notes/${idOf(note)}`)
  await call('PUT', '/api/alerts/mark-all-read')
})

test('every response to the calls for programs matches the document', async ({ clinic, server }) => {
  const { admin, call, idOf } = await signedIn(clinic, server)
  const did = async (method: string, path: string, body?: object) => {
    const answer = await call(method, path, body)
    expect(answer.status, `${method} ${path} answered ${answer.text}`).toBeLessThan(300)
    return answer
  }
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: rae.id, phone: '+14155550123' })
  const at = `/api/patients/${patient.id}`

  await did('PATCH', at, { address: '1 Elm St' })
  await did('PUT', `${at}/reminders`, { isStopped: true })
  await did('POST', `${at}/restrict`, { reason: 'Works at the clinic' })
  await did('POST', `${at}/lift-restriction`, { reason: 'Works somewhere else now' })
  await did('POST', `${at}/send-consent`)
  await did('POST', `${at}/resend-consent`)
  await did('POST', `${at}/signing-link`)
  await did('POST', `${at}/void-consent`, { reason: 'Sent to the wrong address' })
  await did('PATCH', `${at}/status`, { status: 'consent_signed' })
  await did('POST', `${at}/mark-schedulable`)
  await did('POST', `${at}/complete-treatment`)
  await did('POST', `${at}/await-records`)
  await did('POST', `${at}/mark-records-forwarded`)
  const authorization = { recipients: [{ userId: rae.id }], scope: { categories: null } }
  await did('POST', `${at}/request-authorization`, authorization)
  for (const read of ['consent-requests', 'status-history', 'timeline', 'access', 'paper-consent-lines'])
    await did('GET', `${at}/${read}`)

  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: admin.id })
  const file = `${at}/records/${record.id}`
  await did('GET', file)
  await did('PATCH', file, { category: 'imaging' })
  const forwarding = {
    ...{ recipientId: rae.id, recordIds: [record.id], purpose: 'Settlement talks' },
    ...{ basis: 'subpoena', basisReference: 'No. 12', basisReason: 'A court asked for it' },
  }
  const forwarded = `${at}/forwardings/${idOf(await did('POST', `${at}/forwardings`, forwarding))}`
  await did('POST', `${forwarded}/link`)
  await did('POST', `${forwarded}/withdraw`)
  const hold = idOf(await did('POST', `${at}/legal-holds`, { reason: 'Litigation is pending' }))
  await did('GET', '/api/legal-holds?isLifted=false')
  await did('POST', `${at}/legal-holds/${hold}/lift`, { reason: 'The case was settled' })
  await did('DELETE', file, { reason: 'Filed at the wrong patient' })
  await did('GET', `${at}/deleted-records`)
  await did('POST', `${file}/restore`)

  const task = await did('POST', '/api/tasks', { title: 'Call', assignedTo: admin.id, patientId: patient.id })
  await did('GET', `/api/tasks/${idOf(task)}`)
  const visit = { patientId: patient.id, providerId: admin.id, scheduledAt: '2026-01-14T15:00:00Z' }
  const appointment = `/api/appointments/${idOf(await did('POST', '/api/appointments', visit))}`
  await did('GET', appointment)
  await did('PATCH', appointment, { notes: 'Bring the referral' })
  await did('POST', `${appointment}/cancel`, { cancelReason: 'Moved away' })
  await did('GET', `/api/appointment-days?from=2026-01-01&to=2026-01-31`)
  await did('GET', `/api/busy-times?day=2026-01-14&providerId=${admin.id}`)
  await did('GET', `/api/free-slots?patientId=${patient.id}&duration=30`)
  const hours = [{ weekday: 1, startsAt: '09:00', endsAt: '17:00' }]
  await did('PUT', `/api/users/${admin.id}/working-hours`, { hours })
  await did('GET', '/api/working-hours')
  const closed = { startsAt: '2026-02-02T09:00:00Z', endsAt: '2026-02-02T17:00:00Z', reason: 'Training' }
  const closure = idOf(await did('POST', '/api/closures', closed))
  await did('GET', '/api/closures?from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z')
  await did('DELETE', `/api/closures/${closure}`)

  const selection = { patientIds: [patient.id] }
  const job = idOf(
    await did('POST', '/api/bulk-jobs/assign-patients', { assignedAttorney: rae.id, selection }),
  )
  await did('GET', `/api/bulk-jobs/${job}`)
  await did('GET', `/api/bulk-jobs/${job}/rows`)
  for (const read of [
    'possible-duplicates?lastName=Lindqvist&firstName=Maren',
    'consent-templates',
    'counts',
  ])
    await did('GET', `/api/${read}`)
  for (const read of [
    'reports/consent-funnel',
    'reports/clinic',
    'audit-integrity',
    'audit-head',
    'system-status',
  ])
    await did('GET', `/api/${read}`)
  await did('GET', `/api/users/${rae.id}`)
  const [row] = await clinic.db.auditLog.findMany({ take: 1 })
  await did('GET', `/api/audit-logs/${row?.id}`)
})

test('only answers with a patient, task, appointment, note, record or webhook have an ETag', () => {
  type Operation = { tags: string[]; responses: Record<string, { headers?: object }> }
  const operations = Object.values(openApi().paths as Record<string, Record<string, Operation>>).flatMap(
    (path) => Object.values(path),
  )
  const tagged = operations.filter(({ responses }) =>
    Object.values(responses).some(({ headers }) => 'ETag' in (headers ?? {})),
  )
  expect([...new Set(tagged.flatMap(({ tags }) => tags))].sort()).toEqual([
    'Appointments',
    'Patients',
    'Records',
    'Tasks',
    'Webhook messages',
    'Webhooks',
  ])
})

test('every refusal matches the document', async ({ clinic, server }) => {
  const { call } = await signedIn(clinic, server)
  const { call: nobody } = server.visitor()
  expect((await nobody('GET', '/api/auth/user')).status).toBe(401)
  expect((await nobody('POST', '/api/auth/login', { email: 'a@b.test', password: 'wrong' })).status).toBe(401)
  expect((await call('POST', '/api/patients', { firstName: '' })).status).toBe(400)
  expect((await call('GET', '/api/patients/nobody')).status).toBe(404)
  const { id } = await clinic.patient({ status: 'dropped' })
  const dropAgain = await call('POST', `/api/patients/${id}/drop`, { dropReason: 'Moved out of state' })
  expect(dropAgain.status).toBe(409)
})

describe('a difference from the document is found:', () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const counts = { patients: 1, unsignedConsents: 1, openTasks: 1, unreadAlerts: 1, formsToReview: 1 }
  const difference = (answer: Partial<{ status: number; headers: Headers; json: unknown }>) =>
    differenceFromDocument('GET', '/api/counts', { status: 200, headers, json: counts, ...answer })

  test.for([
    ['a field too many', { json: { ...counts, secret: 1 } }, /unevaluatedProperties/],
    ['a missing field', { json: { patients: 1 } }, /required/],
    ['another type', { json: { ...counts, patients: '1' } }, /integer/],
    ['another status', { status: 418 }, /answered 418, and the document has only 200/],
    ['another media type', { headers: new Headers({ 'content-type': 'text/plain' }) }, /as text\/plain/],
  ] as const)('%s', ([, answer, found]) => {
    expect(difference(answer)).toMatch(found)
    expect(difference({})).toBeNull()
  })
})
