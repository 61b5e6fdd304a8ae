import { describe, expect } from 'vitest'
import type { AuditListInput } from '#domain/audit/inputs.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { asOwner } from '#tests/support/rights.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import type { Answer } from '#tests/support/testServer.ts'
import { audit } from '../audit.ts'
import type { PageArgs } from '../paging.ts'
import { addPatient } from '../patients/addPatient.ts'
import { viewPatient } from '../patients/viewPatient.ts'
import { listAuditLogs } from './listAuditLogs.ts'
import { readAuditRows } from './readAuditRows.ts'

test('an administrator sees the audit log newest first, with names', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const staff = await clinic.user({ firstName: 'Ada', lastName: 'Byron' })
  const maren = await addPatient(clinic.as(staff), {
    firstName: 'Maren',
    lastName: 'Lindqvist',
    email: 'm@example.test',
  })
  clinic.now = new Date('2026-01-05T15:01:00Z')
  await viewPatient(clinic.as(staff), { patientId: maren.id })

  const { rows, totalCount } = await listAuditLogs(clinic.as(admin), {}, {})
  expect(totalCount).toBe(2)
  expect(rows.map(({ node }) => [node.action, node.userName, node.patientName])).toEqual([
    ['viewed', 'Ada Byron', 'Maren Lindqvist'],
    ['created', 'Ada Byron', 'Maren Lindqvist'],
  ])
})

test('an entry keeps the name and role that the user had', async ({ clinic }) => {
  const ada = await clinic.user({ firstName: 'Ada', lastName: 'Byron', role: 'staff' })
  await audit(clinic.as(ada), { action: 'viewed', resourceType: 'task' })
  await clinic.db.user.update({ where: { id: ada.id }, data: { lastName: 'Lovelace', role: 'attorney' } })
  const { rows } = await listAuditLogs(clinic.as(await clinic.user({ role: 'admin' })), {}, {})
  expect(rows.map(({ node }) => [node.userName, node.userRole])).toEqual([['Ada Byron', 'staff']])
})

test('viewing the audit log is recorded', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await listAuditLogs(admin, {}, {})
  const { rows } = await listAuditLogs({ ...admin, request: { ...admin.request, listed: new Map() } }, {}, {})
  expect(rows.map(({ node }) => [node.action, node.resourceType])).toEqual([['listed', 'audit_log']])
})

test.for(['staff', 'attorney'] as const)('%s cannot see the audit log', async (role, { clinic }) => {
  const user = clinic.as(await clinic.user({ role }))
  await expect(listAuditLogs(user, {}, {})).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.db.auditLog.count()).toBe(0)
})

const newest = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

describe('filters', () => {
  const from = '2026-01-05T15:00:00.000Z'

  /** Writes rows of two users about two patients over three hours. Returns a function that lists matches, oldest first. */
  async function filled(clinic: TestClinic) {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const [ada, bo] = [await clinic.user(), await clinic.user()]
    const [maren, jo] = [await clinic.patient(), await clinic.patient()]
    const acts = [
      [ada, 'viewed', 'patient', maren],
      [ada, 'updated', 'patient', maren],
      [bo, 'viewed', 'patient', jo],
      [bo, 'created', 'task', maren],
      [ada, 'listed', 'task', null],
    ] as const
    for (const [n, [user, action, resourceType, patient]] of acts.entries()) {
      clinic.now = new Date(Date.parse(from) + n * 3_600_000)
      await audit(clinic.as(user), {
        action,
        resourceType,
        patientId: patient?.id ?? null,
        resourceId: `act ${n}`,
      })
    }
    const ask = async (filters: AuditListInput, page: PageArgs = {}) => {
      const found = await listAuditLogs(
        { ...admin, request: { ...admin.request, listed: new Map() } },
        filters,
        page,
      )
      const acts = found.rows.map(({ node }) => Number(node.resourceId?.slice(4))).reverse()
      return { ...found, acts }
    }
    return { ada, bo, maren, jo, ask }
  }

  test('each reduces the rows, and several can be combined', async ({ clinic }) => {
    const { ada, bo, maren, ask } = await filled(clinic)
    const at = (hours: number) => new Date(Date.parse(from) + hours * 3_600_000).toISOString()
    const left = async (filters: AuditListInput) =>
      (await ask(filters)).acts.filter((act) => !Number.isNaN(act))
    expect(await left({ userId: ada.id })).toEqual([0, 1, 4])
    expect(await left({ patientId: maren.id })).toEqual([0, 1, 3])
    expect(await left({ action: 'viewed' })).toEqual([0, 2])
    expect(await left({ resourceType: 'task' })).toEqual([3, 4])
    expect(await left({ from: at(1), to: at(3) })).toEqual([1, 2])
    expect(await left({ userId: bo.id, patientId: maren.id })).toEqual([3])
    expect(await left({ userId: ada.id, action: 'viewed', to: at(0) })).toEqual([])
    expect(await left({ userId: ada.id, from: at(1), to: at(4) })).toEqual([1])
  })

  test('the whole log is counted from its chains, and filtered rows are not counted', async ({ clinic }) => {
    const { ada, ask } = await filled(clinic)
    expect((await ask({})).totalCount).toBe(5)
    expect((await ask({ userId: null })).totalCount).toBe(6)
    expect((await ask({ userId: ada.id })).totalCount).toBeNull()
    const statements = await statementsOf(() => ask({}))
    expect(statements.filter((text) => /count\(/i.test(text))).toEqual([])
  })

  test('the names of filters are recorded, but not their values', async ({ clinic }) => {
    const { ada, ask } = await filled(clinic)
    await ask({ userId: ada.id, from })
    const row = await clinic.db.auditLog.findFirst({ where: { resourceType: 'audit_log' } })
    expect(row).toMatchObject({ details: { filters: ['userId', 'from'], count: 3 } })
    expect(JSON.stringify(row?.details)).not.toContain(ada.id)
  })

  test('with invalid values are rejected by name', async ({ clinic }) => {
    const { ask } = await filled(clinic)
    const bad = { userId: 'x', patientId: '1', action: 'burnt', from: 'yesterday', to: '2026-13-01' }
    for (const [name, value] of Object.entries(bad))
      await expect(async () => ask({ [name]: value }), name).rejects.toMatchObject({
        code: 'invalid',
        fields: { [name]: expect.any(String) },
      })
  })

  test('the next page begins after the cursor, which also works with another filter', async ({ clinic }) => {
    const { ada, ask } = await filled(clinic)
    const first = await ask({ userId: ada.id }, { first: 2 })
    expect([first.acts, first.hasNextPage]).toEqual([[1, 4], true])
    const after = first.rows.at(-1)?.cursor ?? ''
    expect((await ask({ userId: ada.id }, { first: 2, after })).acts).toEqual([0])
    // A cursor is only a position in time. It does not show rows that the filter excludes.
    expect((await ask({ action: 'viewed' }, { after })).acts).toEqual([0])
  })

  test('the rows of a user have one order over all pages, without further pages of a list, which an export has', async ({
    clinic,
    database,
  }) => {
    const { ada, ask } = await filled(clinic)
    await asOwner(database, async (owner) => {
      await owner.query('SET session_replication_role = replica')
      await owner.query(
        `INSERT INTO audit_logs
           (id, user_id, action, resource_type, resource_id, created_at, lane, position, hash, continues)
         SELECT gen_random_uuid(), $1, (enum_range(NULL::audit_action))[n % 4 + 1], 'task', 'act ' || n,
           timestamptz '2026-01-06 15:00Z' + n / 10 * interval '1 ms', 64, n, '',
           CASE WHEN n % 8 = 0 THEN gen_random_uuid() END FROM generate_series(10, 49) n`,
        [ada.id],
      )
    })
    const own = await clinic.db.auditLog.findMany({ where: { userId: ada.id }, orderBy: newest })
    const all = await readAuditRows(
      clinic.as(ada),
      { userId: ada.id, resourceType: null },
      { where: {}, orderBy: newest, take: 100 },
      [],
      { isUnmerged: true },
    )
    expect(all.map(({ id }) => id)).toEqual(own.map(({ id }) => id))
    const everyPage = async (next: (cursor: string | undefined) => PageArgs) => {
      const ids: string[] = []
      for (let cursor: string | undefined; ; ) {
        const { rows } = await ask({ userId: ada.id }, next(cursor))
        if (rows.length === 0) return ids
        const isBackward = 'last' in next(cursor)
        const page = rows.map(({ node }) => node.id)
        ids.push(...(isBackward ? page.reverse() : page))
        cursor = isBackward ? rows[0]?.cursor : rows.at(-1)?.cursor
      }
    }
    const ids = own.filter(({ continuesId }) => continuesId === null).map(({ id }) => id)
    expect([own.length, ids.length]).toEqual([43, 38])
    expect(await everyPage((after) => ({ first: 7, after }))).toEqual(ids)
    expect(await everyPage((before) => ({ last: 7, before }))).toEqual(ids.toReversed())
  })

  test('are query parameters in REST', async ({ clinic, server }) => {
    const { ada, maren } = await filled(clinic)
    const visitor = server.visitor()
    await visitor.signIn((await clinic.user({ role: 'admin' })).email)
    const ask = async (query: string) => visitor.call('GET', `/api/audit-logs?${query}`)
    const acts = (answer: Answer) =>
      (answer.json as { resourceId: string }[]).map(({ resourceId }) => resourceId)
    expect(acts(await ask(`userId=${ada.id}&patientId=${maren.id}`))).toEqual(['act 1', 'act 0'])
    expect(acts(await ask(`resourceType=task&from=${from}`))).toEqual(['act 4', 'act 3'])
    const page = await ask(`userId=${ada.id}&action=viewed&limit=1`)
    expect(acts(page)).toEqual(['act 0'])
    const first = await ask(`userId=${ada.id}&limit=2`)
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(next).toContain(`userId=${ada.id}`)
    expect(acts(await visitor.call('GET', next))).toEqual(['act 0'])
    for (const bad of ['userId=x', 'patientId=1', 'action=burnt', 'from=yesterday', 'to=never']) {
      const answer = await ask(bad)
      expect(answer.status, bad).toBe(400)
      expect(answer.json, bad).toMatchObject({ fields: { [bad.split('=')[0] ?? '']: expect.any(String) } })
    }
  })
})
