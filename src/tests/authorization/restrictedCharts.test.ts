import { expect } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { ways } from './calls.ts'
import { counting, keysOn, refusals } from './check.ts'
import { operations } from './documents.ts'
import type { Fixtures } from './fixtures.ts'
import { OURS } from './people.ts'
import { requestAs, type Transport } from './request.ts'
import { type Setup, setupTest } from './setup.ts'
import type { Statement } from './statement.ts'
import { statementsOf, table } from './table.ts'

/** The headers of an API key of the same staff member. */
let key: Record<string, string> = {}
/** The ID of an audit row on a restricted chart, which would appear in Recent Activity. */
let act = ''

/**
 * Restricts all charts with one last name. A staff member who is neither creator nor assignee already had a task, an
 * appointment and an alert on one of them.
 */
const test = setupTest(async ({ clinic, fixtures, server }) => {
  const { people, chart } = fixtures
  const { db, now } = clinic
  const me = people.staffOther.id
  await db.patient.updateMany({ where: { lastName: OURS }, data: { restrictedAt: now } })
  // Tasks without a patient stay visible, so they must not contain the name.
  await db.task.updateMany({ where: { patientId: null }, data: { title: 'Think of the holidays' } })
  const on = { patientId: chart.id, createdById: people.staffCreator.id }
  await db.task.create({ data: { ...on, title: `Ask ${OURS}`, assignedToId: me } })
  const scheduledAt = new Date('2026-01-21T15:00:00Z')
  await db.appointment.create({ data: { ...on, providerId: me, scheduledAt, notes: `${OURS} comes` } })
  const alert = { patientId: chart.id, userId: me, message: `${OURS} signed` }
  await db.alert.create({ data: { ...alert, type: 'consent_signed' } })
  act = (await done(clinic, chart.id)).id
  const keyInput = { userId: me, name: 'All', scope: 'write' as const }
  key = { authorization: `Bearer ${(await createApiKey(clinic.as(people.admin), keyInput)).secret}` }
  // Records the key's last use now, so that later requests do not change its row.
  await server.visitor().call('GET', '/api/auth/user', undefined, key)
})

const done = ({ db }: TestClinic, patientId: string) =>
  db.auditLog.create({
    data: { action: 'consent_signed', resourceType: 'patient', resourceId: patientId, patientId },
  })

const cases = operations.flatMap((operation) =>
  Object.entries(table[operation]).flatMap(([field, stated]) =>
    statementsOf(stated).flatMap((statement) =>
      ways(operation, field)
        .filter(
          ({ route }) => !statement.transport || (statement.transport === 'rest') === (route !== undefined),
        )
        .map(({ name, way }) => ({
          name: [name, statement.about].filter(Boolean).join(' '),
          field,
          statement,
          way,
        })),
    ),
  ),
)

/** Everything that a restricted chart must hide. Only the patient's name may be shown. */
const markers = (fixtures: Fixtures): string[] => [OURS, act, ...keysOn(OURS, fixtures)]

async function ask({ server, state }: Setup, headers: Record<string, string>, way: Transport, args: object) {
  const reply = way.read(await requestAs(server, headers, way.question({ ...args })))
  const changed = await state.changed()
  await state.restore(changed)
  return { ...reply, changed: changed.filter((name) => !counting.includes(name)) }
}

const askOf = (statement: Statement, fixtures: Fixtures) =>
  statement.ask?.(fixtures, fixtures.people.staffOther.id) ?? {}

test.for(cases)('$name', async ({ field, statement, way }, { setup }) => {
  const { fixtures, entered } = setup
  const args = askOf(statement, fixtures)
  const sent = JSON.stringify(args)
  const isAboutThem = keysOn(OURS, fixtures).some((id) => sent.includes(id))
  // These two fields return the name of a restricted chart, so that staff can break the glass.
  const isTheName = field === 'lockedChart' || field === 'lockedCharts'
  for (const [who, headers] of Object.entries({ person: entered.staffOther, program: key })) {
    if (field === 'breakGlass' && who === 'person') continue
    const { code, text, changed } = await ask(setup, headers, way, args)
    if (isTheName) {
      expect(text.replaceAll(/"(id|firstName|lastName)":"[^"]*"/g, '')).not.toMatch(OURS)
      continue
    }
    const revealed = statement.isOpenedBySecret
      ? []
      : markers(fixtures).filter((word) => text.includes(word) && !sent.includes(word))
    expect(revealed, `what it reveals to a ${who}`).toEqual([])
    if (!isAboutThem) continue
    if (statement.whenMissing !== 'data') expect(refusals, `the response to a ${who}`).toContain(code)
    expect(changed, `what a ${who} changed`).toEqual([])
  }
})

test('counts leave out restricted charts', async ({ setup: { server, entered } }) => {
  const numbers = `{
    counts { patients unsignedConsents openTasks unreadAlerts formsToReview }
    dashboardStats { totalPatients pendingConsent consentSigned schedulable
      trends { addedThisWeek medianDaysToSign stays { status medianDays } } }
    consentFunnel { added sent signed ready medianDaysToSend medianDaysToSign }
    clinicReport {
      signedByWeek { signed } signedByAttorney { signed } funnel { reached } oldestWaiting { lastName }
      visitsByWeek { visits } forwardedByWeek { forwardings }
    }
    patients { totalCount statusCounts { status count } }
    tasks { counts { overdue today later done } }
    appointments { totalCount }
    alerts { unreadCount }
  }`
  const { json } = await requestAs(server, entered.staffOther, {
    method: 'POST',
    path: '/graphql',
    body: { query: numbers },
  })
  // The other attorney's patient has one task, and two tasks have no patient.
  expect((json as { data: unknown }).data).toMatchObject({
    counts: { patients: 1, unsignedConsents: 1, openTasks: 3, unreadAlerts: 0, formsToReview: 0 },
    dashboardStats: { totalPatients: 1, pendingConsent: 1, consentSigned: 0, schedulable: 0 },
    consentFunnel: { added: 1, sent: 0, signed: 0, ready: 0, medianDaysToSend: null, medianDaysToSign: null },
    clinicReport: {
      signedByAttorney: [],
      oldestWaiting: [expect.anything()],
    },
    patients: { totalCount: 1, statusCounts: [{ status: 'pending_consent', count: 1 }] },
    appointments: { totalCount: 0 },
    alerts: { unreadCount: 0 },
  })
})
