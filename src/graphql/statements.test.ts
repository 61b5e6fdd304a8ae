import { expect } from 'vitest'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'

const list = (first: number) => `{
  patients(first: ${first}) {
    totalCount statusCounts { status count }
    edges { cursor node {
      id firstName lastName email phone status statusSince createdAt consultationDate
      assignedAttorney { id firstName lastName role } createdBy { id firstName } droppedBy { id }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`

test('the patient list takes two statements for 20 rows and for 100, with its counts and audit row', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const attorneys = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  for (let n = 0; n < 101; n += 1)
    await clinic.patient({ createdById: admin.id, assignedAttorneyId: attorneys[n % 2]?.id ?? null })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)

  for (const rows of [20, 100]) {
    let edges: unknown[] = []
    const statements = await statementsOf(async () => {
      edges = (await visitor.ask<{ patients: { edges: unknown[] } }>(list(rows))).patients.edges
    })
    expect(edges).toHaveLength(rows)
    const tables = work(statements).map((text) => /(?:FROM|INTO) (?:"public"\.)?"?(\w+)/.exec(text)?.[1])
    expect(tables, statements.join('\n')).toEqual(['sessions', 'patients'])
    expect(statements).toHaveLength(2)
  }
})

test('the schedule and a patient take three statements', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const count = async (query: string) => work(await statementsOf(() => visitor.graphql(query))).length
  expect(
    await count('{ appointments { edges { node { id patient { lastName } provider { lastName } } } } }'),
  ).toBe(3)
  expect(
    await count(`{ patient(id: "${patient.id}") { id createdBy { id } assignedAttorney { id } } }`),
  ).toBe(3)
})

test('the task list takes seven statements with its counts, for one task and for thirty', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const task = { title: 'Call', createdById: admin.id, assignedToId: admin.id, patientId: patient.id }
  const count = async () =>
    work(
      await statementsOf(() =>
        visitor.graphql(
          `{ tasks(open: true) {
            counts { overdue today later done isExact }
            edges { node { id patient { lastName } assignedTo { lastName } } }
          } }`,
        ),
      ),
    ).length
  for (const more of [1, 29]) {
    await clinic.db.task.createMany({ data: Array.from({ length: more }, () => task) })
    expect(await count()).toBe(7)
  }
})

test.for(['admin', 'staff', 'attorney'] as const)(
  'the dashboard of %s takes eleven statements plus the session, in an empty clinic and in a full one',
  async (role, { clinic, server }) => {
    const user = await clinic.user({ role })
    await clinic.db.dashboardVisit.create({ data: { userId: user.id, visitedAt: new Date('2026-01-01') } })
    const visitor = server.visitor()
    await visitor.signIn(user.email)
    const tables = async () => {
      const request = () => visitor.graphql(dashboard)
      return work(await statementsOf(request)).map(
        (text) => /(?:FROM|INTO) (?:"public"\.)?"?(\w+)/.exec(text)?.[1],
      )
    }
    const before = await tables()
    for (let n = 0; n < 8; n += 1) {
      const { id: patientId } = await clinic.patient({
        assignedAttorneyId: role === 'attorney' ? user.id : null,
      })
      await clinic.db.task.create({
        data: { title: 'Call', patientId, createdById: user.id, assignedToId: user.id },
      })
      await clinic.db.appointment.create({
        data: {
          ...{ patientId, providerId: user.id, createdById: user.id },
          scheduledAt: new Date(Date.UTC(2026, 0, 5, 14 + n)),
        },
      })
    }
    expect(await tables()).toHaveLength(12)
    expect(before).toHaveLength(12)
  },
)

/** The dashboard's queries, in one document. */
const dashboard = `{
  dashboardStats { totalPatients trends {
    addedThisWeek oldestPendingSince medianDaysToSign stays { status medianDays }
  } }
  patients(first: 4) { statusCounts { status count } edges { node {
    id lastName status assignedAttorney { id lastName } createdBy { id }
  } } }
  tasks(first: 5, open: true) { edges { node { id title assignedTo { id lastName } } } }
  appointments(first: 25, from: "2026-01-05T05:00:00Z", to: "2026-01-06T05:00:00Z") {
    edges { node { id arrivedAt patient { id lastName } provider { id lastName } } }
  }
  newSinceVisit { since patientsAdded }
  recentActivity { id description userName patientName createdAt }
}`

test('the newest request of each patient and its emails add no statement to the list', async ({
  clinic,
  server,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  for (let n = 0; n < 12; n += 1) {
    const { id: patientId } = await clinic.patient({ status: 'consent_sent' })
    const { id: requestId } = await clinic.db.consentRequest.create({
      data: {
        patientId,
        provider: 'built_in',
        state: 'sent',
        idempotencyKey: patientId,
        document: {},
        documentSha256: '0'.repeat(64),
        templateVersion: '1',
        sentById: admin.id,
        expiresAt: new Date('2026-02-01T00:00:00Z'),
      },
    })
    const kind = 'consent_invitation' as const
    await clinic.db.mailMessage.create({ data: { kind, toAddress: 'a@example.test', requestId } })
  }
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const query = `{ patients(status: consent_sent, sort: in_step, first: 25) { edges { node {
    id consentSentVia consentRetryAt recordsClosed
    newestConsentRequest { id state openedAt remindersSent letters { id state lastError } }
  } } } }`
  let answer: unknown
  const statements = await statementsOf(async () => {
    answer = (await visitor.graphql(query)).data
  })
  expect(JSON.stringify(answer)).toContain('"letters":[{')
  const { patients } = await visitor.ask<{
    patients: { edges: { node: { consentSentVia: string; newestConsentRequest: object } }[] }
  }>(
    '{ patients(status: consent_sent, first: 1) { edges { node { consentSentVia newestConsentRequest { id state remindersSent } } } } }',
  )
  expect(patients.edges[0]?.node).toEqual({
    consentSentVia: 'built_in',
    newestConsentRequest: { id: expect.any(String), state: 'sent', remindersSent: 0 },
  })
  expect(work(statements), work(statements).join('\n')).toHaveLength(4)
})
