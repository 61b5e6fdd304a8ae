import { expect } from 'vitest'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { endOtherSessions, endSession, endUserSessions } from './endSessions.ts'
import { listMySessions, listUserSessions } from './openSessions.ts'

import { signIn } from './signIn.ts'

const MINUTE = 60_000

async function signedIn(clinic: TestClinic, email: string, userAgent = 'vitest') {
  const user =
    (await clinic.db.user.findFirst({ where: { email } })) ?? (await clinic.user({ email, role: 'staff' }))
  const visit = clinic.anonymous()
  const { sid, deviceId } = await signIn(
    { ...visit, request: { ...visit.request, userAgent } },
    { email, password: PASSWORD },
  )
  const isOpen = async () => (await visitorOf(clinic, { sid, deviceId })) !== null
  return { user, sid, ctx: { ...clinic.as(user), sid }, isOpen }
}

const auditRows = (clinic: TestClinic) =>
  clinic.db.auditLog.findMany({
    where: { action: { notIn: ['login'] } },
    orderBy: { id: 'asc' },
    select: { action: true, resourceType: true, resourceId: true, userId: true, details: true },
  })

test('a user sees their sessions, most recently used first, without an ID that could open one', async ({
  clinic,
}) => {
  const phone = await signedIn(clinic, 'sam@clinic.test', 'phone')
  clinic.now = new Date(clinic.now.getTime() + 5 * MINUTE)
  const computer = await signedIn(clinic, 'sam@clinic.test', 'computer')
  await signedIn(clinic, 'ada@clinic.test')

  const mine = await listMySessions(phone.ctx, {})
  expect(mine).toMatchObject([
    { userAgent: 'computer', isCurrent: false, createdAt: clinic.now, ipAddress: '192.0.2.1' },
    {
      userAgent: 'phone',
      isCurrent: true,
      createdAt: new Date('2026-01-05T15:00:00.000Z'),
      seenAt: new Date('2026-01-05T15:00:00.000Z'),
      endsAt: new Date('2026-01-05T15:15:00.000Z'),
    },
  ])
  for (const { id } of mine) expect(id).toMatch(/^[0-9a-f]{32}$/)
  for (const { sid } of [phone, computer]) expect(JSON.stringify(mine)).not.toContain(sid)

  clinic.now = new Date(clinic.now.getTime() + 12 * MINUTE)
  expect(await listMySessions(phone.ctx, {}), 'the session on the phone has expired').toHaveLength(1)
})

test('a user ends their own session, and the audit log records a sign-out', async ({ clinic }) => {
  const phone = await signedIn(clinic, 'sam@clinic.test', 'phone')
  const computer = await signedIn(clinic, 'sam@clinic.test', 'computer')
  const lost = (await listMySessions(computer.ctx, {})).find(({ isCurrent }) => !isCurrent)?.id ?? ''

  expect(await endSession(computer.ctx, { sessionId: lost })).toEqual({ wasCurrent: false })
  expect([await phone.isOpen(), await computer.isOpen()]).toEqual([false, true])
  expect(await auditRows(clinic)).toEqual([
    { action: 'logout', resourceType: 'session', resourceId: lost, userId: computer.user.id, details: null },
  ])
  await expect(endSession(computer.ctx, { sessionId: lost }), 'again').rejects.toMatchObject({
    code: 'not_found',
    message: 'Session not found',
  })
})

test('another user’s session is not found', async ({ clinic }) => {
  const sam = await signedIn(clinic, 'sam@clinic.test')
  const ada = await signedIn(clinic, 'ada@clinic.test')
  const [theirs] = await listMySessions(ada.ctx, {})
  for (const sessionId of [theirs?.id ?? '', ada.sid, 'x'])
    await expect(endSession(sam.ctx, { sessionId })).rejects.toMatchObject({ code: 'not_found' })
  expect(await ada.isOpen()).toBe(true)
})

test('a user ends all other sessions at once, with an audit row for each', async ({ clinic }) => {
  const away = [await signedIn(clinic, 'sam@clinic.test'), await signedIn(clinic, 'sam@clinic.test')]
  const here = await signedIn(clinic, 'sam@clinic.test')
  const ada = await signedIn(clinic, 'ada@clinic.test')

  expect(await endOtherSessions(here.ctx, {})).toBe(2)
  const open = await Promise.all([...away, here, ada].map(({ isOpen }) => isOpen()))
  expect(open).toEqual([false, false, true, true])
  const rows = await auditRows(clinic)
  expect(rows.map(({ action }) => action)).toEqual(['logout', 'logout', 'deleted'])
  expect(rows[2]).toMatchObject({ resourceType: 'known_device', details: { userId: here.user.id, count: 3 } })
  expect(await endOtherSessions(here.ctx, {})).toBe(0)
})

test('an administrator sees and ends any user’s sessions, and the audit log records it', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const [one, two] = [await signedIn(clinic, 'sam@clinic.test'), await signedIn(clinic, 'sam@clinic.test')]
  const userId = one.user.id
  const seen = await listUserSessions(clinic.as(admin), { userId })
  expect(seen).toMatchObject([{ isCurrent: false }, { isCurrent: false }])

  expect(await endUserSessions(clinic.as(admin), { userId })).toBe(2)
  expect([await one.isOpen(), await two.isOpen()]).toEqual([false, false])
  const [listed, ...rows] = await auditRows(clinic)
  const [ended, forgotten] = [rows.slice(0, -1), rows.at(-1)]
  expect(listed).toMatchObject({ action: 'listed', resourceType: 'session', userId: admin.id })
  expect(ended.map(({ resourceId }) => resourceId).sort()).toEqual(seen.map(({ id }) => id).sort())
  expect(forgotten).toMatchObject({
    action: 'deleted',
    resourceType: 'known_device',
    userId: admin.id,
    details: { userId, count: 2 },
  })
  for (const row of ended)
    expect(row).toMatchObject({
      action: 'deleted',
      resourceType: 'session',
      userId: admin.id,
      details: { userId },
    })
})

test('staff and attorneys cannot see or end the sessions of other users', async ({ clinic }) => {
  const sam = await signedIn(clinic, 'sam@clinic.test')
  const input = { userId: sam.user.id }
  for (const role of ['staff', 'attorney'] as const) {
    const ctx = clinic.as(await clinic.user({ role }))
    await expect(listUserSessions(ctx, input)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(endUserSessions(ctx, input)).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await sam.isOpen()).toBe(true)
})

test('the sessions of a missing user are not found', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  for (const userId of ['01a1fcf0-bbdc-730f-8d22-fb8393291341', 'nobody']) {
    await expect(listUserSessions(admin, { userId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(endUserSessions(admin, { userId })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('an administrator ends one session of a user, and cannot use the key of another user’s session', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const phone = await signedIn(clinic, 'sam@clinic.test', 'phone')
  const computer = await signedIn(clinic, 'sam@clinic.test', 'computer')
  const others = await signedIn(clinic, 'ada@clinic.test')
  const [one] = (await listUserSessions(admin, { userId: phone.user.id })).filter(
    ({ userAgent }) => userAgent === 'phone',
  )
  const ended = { userId: phone.user.id, sessionId: one?.id ?? '' }
  expect(await endUserSessions(admin, ended)).toBe(1)
  expect([await phone.isOpen(), await computer.isOpen(), await others.isOpen()]).toEqual([false, true, true])
  await expect(endUserSessions(admin, ended), 'ended already').rejects.toMatchObject({ code: 'not_found' })
  const [theirs] = await listUserSessions(admin, { userId: others.user.id })
  await expect(
    endUserSessions(admin, { userId: phone.user.id, sessionId: theirs?.id ?? '' }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect((await auditRows(clinic)).filter(({ action }) => action === 'deleted')).toMatchObject([
    { resourceType: 'session', resourceId: one?.id, details: { userId: phone.user.id } },
  ])
})
