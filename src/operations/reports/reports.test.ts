import { expect } from 'vitest'
import type { Role } from '#domain/access/actor.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'

async function signedIn(clinic: TestClinic, server: TestServer, role: Role) {
  const user = await clinic.user({ role })
  const visitor = server.visitor()
  await visitor.signIn(user.email)
  const csv = async (path: string) => {
    const { text, status } = await visitor.call('GET', `/api/reports/${path}`)
    expect(status, text.slice(0, 200)).toBe(200)
    const [head = '', ...lines] = text.split('\r\n')
    expect(lines.pop()).toBe('')
    const columns = head.split(',')
    const column = (name: string) => lines.map((line) => line.split(',')[columns.indexOf(name)])
    return { text, lines, column }
  }
  return { user, visitor, csv }
}

test('patients are exported as in the list, with any names, and no cell is a formula', async ({
  clinic,
  server,
}) => {
  const { csv } = await signedIn(clinic, server, 'staff')
  await clinic.patient({ firstName: '=HYPERLINK("x")', lastName: '李', phone: '+1 555 0100' })
  await clinic.patient({ lastName: 'O’Brien', address: 'Line 1\nLine 2' })
  await clinic.patient({ lastName: 'Gone', status: 'dropped' })
  const { text } = await csv('patients.csv')
  expect(text).toContain(`"'=HYPERLINK(""x"")",李,`)
  expect(text).toContain(",'+1 555 0100,")
  expect(text).toContain('"Line 1\nLine 2"')
  expect(text).not.toContain('Gone')
  expect((await csv('patients.csv?status=dropped')).column('lastName')).toEqual(['Gone'])
  expect((await csv('patients.csv?search=o%E2%80%99bri')).text).toContain('O’Brien')
  const exported = await clinic.db.auditLog.findMany({ where: { action: 'exported' } })
  expect(exported.map(({ resourceType, details }) => JSON.stringify([resourceType, details])).sort()).toEqual(
    [
      '["patient",{"filters":["search"]}]',
      '["patient",{"filters":["status"]}]',
      '["patient",{"filters":[]}]',
    ],
  )
})

test('an attorney’s reports have only their own patients', async ({ clinic, server }) => {
  const { user, csv } = await signedIn(clinic, server, 'attorney')
  const own = await clinic.patient({ lastName: 'Own', assignedAttorneyId: user.id })
  const foreign = await clinic.patient({ lastName: 'Foreign' })
  for (const { id: patientId, lastName } of [own, foreign]) {
    const [createdById, providerId] = [foreign.createdById, foreign.createdById]
    const scheduledAt = new Date(clinic.now.getTime() + (patientId === own.id ? 1 : 2) * 86_400_000)
    await clinic.db.task.create({
      data: { title: `Call ${lastName}`, patientId, createdById, assignedToId: createdById },
    })
    await clinic.db.appointment.create({ data: { patientId, providerId, createdById, scheduledAt } })
  }
  for (const report of ['patients', 'consents', 'tasks', 'appointments']) {
    const { lines, text } = await csv(`${report}.csv`)
    expect(lines, report).toHaveLength(1)
    expect(text).not.toContain('Foreign')
    expect(text).not.toContain(foreign.id)
  }
})

test('attorneys export only their own work product, about their patients', async ({ clinic, server }) => {
  const { user, csv } = await signedIn(clinic, server, 'attorney')
  const { csv: colleaguesCsv } = await signedIn(clinic, server, 'attorney')
  const { csv: adminsCsv } = await signedIn(clinic, server, 'admin')
  const [one, two] = [
    await clinic.patient({ lastName: 'One', assignedAttorneyId: user.id }),
    await clinic.patient({ lastName: 'Two', assignedAttorneyId: user.id }),
  ]
  const taken = await clinic.patient({ lastName: 'Taken' })
  const write = (patientId: string, content: string, more: object = {}) =>
    clinic.db.patientNote.create({
      data: {
        ...{ patientId, createdById: user.id, content, visibility: 'work_product', createdAt: clinic.now },
        ...more,
      },
    })
  await write(one.id, 'Theory\nof the case', { createdAt: new Date('2026-01-02T12:00:00Z') })
  await write(two.id, '=SUM(A1)')
  await write(two.id, 'Withdrawn', { deletedAt: clinic.now })
  await write(two.id, 'For all', { visibility: 'shared' })
  await write(taken.id, 'No longer mine')
  const { text, column } = await csv('work-product.csv')
  expect(text).toContain('"Theory\nof the case"')
  expect(column('content').at(-1)).toBe("'=SUM(A1)")
  expect(text).not.toMatch(/Withdrawn|For all|No longer mine/)
  expect((await csv(`work-product.csv?patientId=${two.id}`)).column('content')).toEqual(["'=SUM(A1)"])
  expect((await csv('work-product.csv?toDay=2026-01-02')).text).not.toContain('SUM')
  for (const others of [colleaguesCsv, adminsCsv])
    expect((await others('work-product.csv')).lines).toEqual([])
  const rows = await clinic.db.auditLog.findMany({
    where: { action: 'exported', resourceType: 'patient_note', userId: user.id },
  })
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/Theory|SUM/)
})

test('days are in the clinic’s time zone', async ({ clinic, server }) => {
  const { csv } = await signedIn(clinic, server, 'admin')
  const added = (lastName: string, createdAt: string) =>
    clinic.patient({ lastName, createdAt: new Date(createdAt) })
  await added('Before', '2026-01-05T04:59:59Z')
  await added('First', '2026-01-05T05:00:00Z')
  await added('Last', '2026-01-07T04:59:59Z')
  await added('After', '2026-01-07T05:00:00Z')
  const { column } = await csv('patients.csv?fromDay=2026-01-05&toDay=2026-01-06')
  expect(column('lastName')).toEqual(['Last', 'First'])
})

test('days to sign count from the first sending, and the funnel covers the patients added in the period', async ({
  clinic,
  server,
}) => {
  const { user, csv, visitor } = await signedIn(clinic, server, 'staff')
  const day = (n: number) => new Date(Date.UTC(2026, 0, n, 15))
  const send = (patientId: string, at: Date) =>
    clinic.db.consentRequest.create({
      data: {
        patientId,
        state: 'voided',
        provider: 'built_in',
        idempotencyKey: crypto.randomUUID(),
        document: {},
        documentSha256: '',
        templateVersion: '1',
        sentById: user.id,
        sentAt: at,
        expiresAt: day(30),
      },
    })
  const signed = await clinic.patient({
    status: 'schedulable',
    createdAt: day(1),
    consentSignedAt: day(8),
  })
  await send(signed.id, day(3))
  await send(signed.id, day(5))
  await send((await clinic.patient({ status: 'consent_sent', createdAt: day(2) })).id, day(3))
  await clinic.patient({ createdAt: day(2) })
  await clinic.patient({ createdAt: day(20) })

  expect((await csv('consents.csv?toDay=2026-01-10')).column('daysToSign')).toEqual(['', '', '5'])
  const ask = `{ consentFunnel(toDay: "2026-01-10") {
    added sent signed ready medianDaysToSend medianDaysToSign } }`
  expect((await visitor.graphql(ask)).data).toEqual({
    consentFunnel: { added: 3, sent: 2, signed: 1, ready: 1, medianDaysToSend: 1.5, medianDaysToSign: 5 },
  })
})

test('a report of any length is loaded in parts, with each row once', async ({ clinic, server }) => {
  const { user, csv } = await signedIn(clinic, server, 'staff')
  const PART = 1000
  await clinic.db.patient.createMany({
    data: Array.from({ length: PART * 2 + 1 }, (_, n) => ({
      firstName: 'Kim',
      lastName: `Person ${n}`,
      email: `person${n}@example.test`,
      createdById: user.id,
      createdAt: clinic.now,
    })),
  })
  let ids: (string | undefined)[] = []
  const statements = await statementsOf(async () => {
    ids = (await csv('patients.csv')).column('id')
  })
  expect([ids.length, new Set(ids).size]).toEqual([PART * 2 + 1, PART * 2 + 1])
  expect(statements.filter((one) => /FROM "public"\."patients"/.test(one))).toHaveLength(3)
  expect(await clinic.db.auditLog.count({ where: { action: 'exported' } })).toBe(1)
})

test('reports need a session', async ({ server }) => {
  expect((await server.visitor().call('GET', '/api/reports/patients.csv')).status).toBe(401)
})

test('times always have three digits of milliseconds', async ({ clinic, server }) => {
  const { csv } = await signedIn(clinic, server, 'staff')
  const instants = ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.120Z', '2026-01-02T03:04:05.123Z']
  for (const at of instants)
    await clinic.patient({ createdAt: new Date(at), dateOfBirth: new Date('1980-03-14') })
  const { column } = await csv('patients.csv')
  expect(column('createdAt')).toEqual([...instants].reverse())
  expect(column('dateOfBirth')).toEqual(['1980-03-14', '1980-03-14', '1980-03-14'])
})
