import { expect, onTestFinished } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { runAccountLockJobs } from '#tests/support/queue.ts'
import { limited, setUpSignIn, somewhere, times, wrong } from '#tests/support/signInSetup.ts'
import { test } from '#tests/support/test.ts'

const MINUTE = 60_000

test('attempts from other networks cannot lock a user out of a network where they signed in recently', async ({
  clinic,
  database,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt } = setUpSignIn(clinic)
  const home = '2001:db8:1:2::1'
  await attempt(home, 'sam@clinic.test', PASSWORD)
  for (const index of times(12))
    await attempt(somewhere(index), 'sam@clinic.test', 'guess').catch(() => undefined)
  await expect(attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
  // The same response as for an unknown browser, so that it does not reveal who has signed in from here.
  await expect(attempt(home, 'sam@clinic.test', 'mistyped')).rejects.toMatchObject(limited)
  await expect(attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
  await runAccountLockJobs(clinic, database)
  expect(await clinic.db.auditLog.count({ where: { action: 'locked' } }), 'told once').toBe(1)
  await attempt('2001:db8:1:2:ffff::7', 'sam@clinic.test', PASSWORD)
  await expect(attempt('192.0.2.9', 'sam@clinic.test', PASSWORD), 'still').rejects.toMatchObject(limited)
})

test('users who signed in from a blocked network before can sign in, and the responses do not reveal who they are', async ({
  clinic,
}) => {
  for (const name of ['sam', 'ada']) await clinic.user({ email: `${name}@clinic.test` })
  await clinic.user({ email: 'gone@clinic.test', isActive: false })
  const { attempt, compared, verified } = setUpSignIn(clinic)
  await attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)
  for (const index of times(10))
    await expect(attempt('192.0.2.9', `user${index}@clinic.test`, 'guess')).rejects.toMatchObject(wrong)

  const [before, rows] = [verified.length, await clinic.db.auditLog.count()]
  for (const who of ['sam', 'ada', 'gone', 'nobody'])
    await expect(attempt('192.0.2.9', `${who}@clinic.test`, 'guess'), who).rejects.toMatchObject(limited)
  expect(verified.length - before, 'the same work for each').toBe(4)
  expect((await clinic.db.auditLog.count()) - rows, 'and a row').toBe(4)
  expect(compared).toEqual(['sam@clinic.test', 'sam@clinic.test'])

  await expect(attempt('192.0.2.9', 'ada@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
  await attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)
})

test('a blocked network gets no password verified after fifty attempts', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt, verified } = setUpSignIn(clinic)
  await attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)
  const before = verified.length
  for (const index of times(60))
    await attempt('192.0.2.9', `user${index}@clinic.test`, 'guess').catch(() => undefined)
  expect(verified.length - before).toBe(50)
  await expect(attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
})

test('sign-ins from unknown browsers are delayed before they are rejected, even if the account does not exist', async ({
  clinic,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  await clinic.user({ email: 'gone@clinic.test', isActive: false })
  const delays: number[] = []
  clinic.instances.delay = async (milliseconds) => void delays.push(milliseconds)
  onTestFinished(() => {
    clinic.instances.delay = async () => {}
  })
  const { attempt } = setUpSignIn(clinic)
  const growing = [0, 0, 0, 0, 0, 250, 500, 1000, 2000, 2000]
  for (const [network, who] of ['sam', 'gone', 'nobody'].entries()) {
    delays.length = 0
    for (const _ of times(12))
      await attempt(`192.0.2.${network}`, `${who}@clinic.test`, 'guess').catch(() => undefined)
    expect(delays, `${who}, from one network`).toEqual(growing)
  }
  delays.length = 0
  for (const index of times(12))
    await attempt(somewhere(index), 'other@clinic.test', 'guess').catch(() => undefined)
  expect(delays, 'one account, from many networks').toEqual(growing)
})

test('a network that the user signed in from a month ago is treated as unknown', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt } = setUpSignIn(clinic)
  await attempt('192.0.2.1', 'sam@clinic.test', PASSWORD)
  for (const index of times(10))
    await expect(attempt(somewhere(index), 'sam@clinic.test', 'guess')).rejects.toMatchObject(wrong)
  clinic.now = new Date(clinic.now.getTime() + 31 * 24 * 60 * MINUTE)
  await expect(attempt('192.0.2.1', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
})
