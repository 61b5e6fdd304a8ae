import { expect } from 'vitest'
import { openTestClinic, PASSWORD } from '#tests/support/clinic.ts'
import { runAccountLockJobs } from '#tests/support/queue.ts'
import { limited, setUpSignIn, somewhere, times, wrong } from '#tests/support/signInSetup.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { signIn } from './signIn.ts'

test('ten wrong passwords from an address block it for unknown browsers, and block no other address', async ({
  clinic,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt, compared, windowIsOver } = setUpSignIn(clinic)
  for (const index of times(10))
    await expect(attempt('192.0.2.9', `user${index}@clinic.test`, 'guess')).rejects.toMatchObject(wrong)

  await expect(attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
  expect(compared).toHaveLength(0)
  await attempt('192.0.2.10', 'sam@clinic.test', PASSWORD)
  await windowIsOver()
  await attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)
})

test('ten wrong passwords for an account from many addresses lock it, in any letter case', async ({
  clinic,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt, compared, windowIsOver } = setUpSignIn(clinic)
  const spelled = ['sam@clinic.test', 'SAM@clinic.test', ' Sam@Clinic.Test ']
  for (const index of times(10))
    await expect(attempt(somewhere(index), spelled[index % 3] ?? '', 'guess')).rejects.toMatchObject(wrong)

  await expect(attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)).rejects.toMatchObject(limited)
  expect(compared).toHaveLength(10)
  await windowIsOver()
  await attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)
})

test('an unknown, inactive or deleted account locks with the same responses and as many statements', async ({
  clinic,
}) => {
  await clinic.user({ email: 'there@clinic.test' })
  await clinic.user({ email: 'inactive@clinic.test', isActive: false })
  await clinic.user({ email: 'deleted@clinic.test', deletedAt: clinic.now })
  const { attempt, verified } = setUpSignIn(clinic)
  const costs: Record<string, number[]> = {}
  for (const [account, who] of ['there', 'nobody', 'inactive', 'deleted'].entries()) {
    const email = `${who}@clinic.test`
    const counts: number[] = []
    costs[who] = counts
    const cost = async (answer: () => Promise<unknown>) => counts.push((await statementsOf(answer)).length)
    for (const index of times(10)) {
      const spelled = index % 2 ? email.toUpperCase() : email
      await cost(() =>
        expect(attempt(`10.0.${account}.${index}`, spelled, 'guess'), email).rejects.toMatchObject(wrong),
      )
    }
    await cost(() => expect(attempt('192.0.2.9', email, PASSWORD), email).rejects.toMatchObject(limited))
  }
  const { there, ...others } = costs
  expect(there).toHaveLength(11)
  expect(others).toEqual({ nobody: there, inactive: there, deleted: there })
  expect(verified, 'the same work for each').toHaveLength(44)
})

test('of a hundred concurrent guesses on two server instances, ten are verified', async ({
  clinic,
  database,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const other = await openTestClinic(database.ownerUrl)
  const { attempt, compared } = setUpSignIn(clinic)
  const guesses = times(100).map((index) =>
    attempt(somewhere(index), 'sam@clinic.test', `guess ${index}`, index % 2 ? clinic : other),
  )
  const answers = await Promise.allSettled(guesses)
  const codes = answers.map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(90)
  expect(compared).toHaveLength(10)

  const [fromHere, fromThere] = await Promise.allSettled([
    attempt('192.0.2.9', 'sam@clinic.test', PASSWORD),
    attempt('192.0.2.9', 'sam@clinic.test', PASSWORD, other),
  ])
  expect([fromHere, fromThere]).toMatchObject([{ reason: limited }, { reason: limited }])
  await other.close()
})

test('all users of a clinic can sign in through one address at the same time', async ({ clinic }) => {
  const { attempt } = setUpSignIn(clinic)
  for (const index of times(30)) await clinic.user({ email: `user${index}@clinic.test` })
  await Promise.all(times(30).map((index) => attempt('192.0.2.9', `user${index}@clinic.test`, PASSWORD)))
  expect(await clinic.db.session.count()).toBe(30)
})

test('the right password clears the account’s count, and leaves the address’s count unchanged', async ({
  clinic,
}) => {
  await clinic.user({ email: 'sam@clinic.test' })
  await clinic.user({ email: 'ada@clinic.test' })
  const { attempt } = setUpSignIn(clinic)
  for (const index of times(9))
    await expect(attempt(somewhere(index), 'sam@clinic.test', 'guess')).rejects.toMatchObject(wrong)
  for (const _ of times(12)) await attempt('192.0.2.9', 'sam@clinic.test', PASSWORD)
  for (const index of times(9))
    await expect(attempt(somewhere(index), 'sam@clinic.test', 'guess')).rejects.toMatchObject(wrong)
  await attempt('192.0.2.10', 'sam@clinic.test', PASSWORD)

  const all = { email: 'ada@clinic.test', address: '192.0.2.9' }
  for (const _ of times(9))
    await expect(attempt(all.address, 'nobody@clinic.test', 'guess')).rejects.toMatchObject(wrong)
  await attempt(all.address, all.email, PASSWORD)
  await expect(attempt(all.address, all.email, 'guess')).rejects.toMatchObject(wrong)
  await clinic.user({ email: 'new@clinic.test' })
  await expect(attempt(all.address, 'new@clinic.test', PASSWORD), 'the tenth').rejects.toMatchObject(limited)
})

test('attempts while an account is locked do not extend the lock', async ({ clinic }) => {
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt } = setUpSignIn(clinic)
  for (const index of times(10))
    await attempt(somewhere(index), 'sam@clinic.test', 'guess').catch(() => undefined)
  const counts = () => clinic.db.throttle.findMany({ where: { key: { startsWith: 'sign-in-as:' } } })
  const before = await counts()
  for (const index of times(20))
    await expect(attempt(somewhere(index), 'sam@clinic.test', 'guess')).rejects.toMatchObject(limited)
  expect(await counts()).toEqual(before)
})

test('the failure that locks an account writes one row and alerts each administrator once', async ({
  clinic,
  database,
}) => {
  const sam = await clinic.user({ email: 'sam@clinic.test', firstName: 'Sam', lastName: 'Okoye' })
  const admin = await clinic.user({ role: 'admin' })
  await clinic.user({ role: 'admin', isActive: false })
  const { attempt, windowIsOver } = setUpSignIn(clinic)
  const guessOn = async (count: number, email: string) => {
    for (const index of times(count)) await attempt(somewhere(index), email, 'guess').catch(() => undefined)
    await runAccountLockJobs(clinic, database)
  }
  const locked = () => clinic.db.auditLog.findMany({ where: { action: 'locked' } })

  await guessOn(9, 'sam@clinic.test')
  expect(await locked()).toEqual([])
  await guessOn(20, 'sam@clinic.test')
  expect(await locked()).toMatchObject([
    { resourceType: 'user', resourceId: sam.id, userId: sam.id, ipAddress: somewhere(0) },
  ])
  const sentence = /^Sign-in for Sam Okoye is locked until \w{3} \d+, \d{4}, \d+:\d\d [AP]M E[SD]T$/
  expect(await clinic.db.alert.findMany()).toMatchObject([
    { type: 'account_locked', userId: admin.id, patientId: null, message: expect.stringMatching(sentence) },
  ])

  await windowIsOver()
  await guessOn(12, 'nobody@clinic.test')
  expect(await locked(), 'an unknown account is not locked').toHaveLength(1)
  await windowIsOver()
  await guessOn(12, 'sam@clinic.test')
  expect(await locked(), 'a window later').toHaveLength(2)
})

test('the audit log has ten failures for a hundred guesses, and no guess', async ({ clinic }) => {
  const { attempt } = setUpSignIn(clinic)
  for (const index of times(30))
    await attempt('192.0.2.9', 'nobody@clinic.test', `secret ${index}`).catch(() => undefined)
  const rows = await clinic.db.auditLog.findMany()
  expect(rows.map(({ action }) => action)).toEqual(Array(10).fill('login_failed'))
  expect(JSON.stringify(rows)).not.toMatch(/secret|clinic\.test/)
})

test('an account whose user signs in while the last guess is verified is not reported as locked', async ({
  clinic,
  database,
}) => {
  await clinic.user({ role: 'admin' })
  await clinic.user({ email: 'sam@clinic.test' })
  const { attempt } = setUpSignIn(clinic)
  for (const index of times(9))
    await expect(attempt(somewhere(index), 'sam@clinic.test', 'guess')).rejects.toMatchObject(wrong)
  const visit = clinic.anonymous()
  const verify: typeof visit.passwords.verify = async (hash, password) => {
    await clinic.db.throttle.deleteMany({ where: { key: { startsWith: 'sign-in-as:' } } })
    return visit.passwords.verify(hash, password)
  }
  const last = { ...visit, passwords: { ...visit.passwords, verify } }
  await expect(signIn(last, { email: 'sam@clinic.test', password: 'guess' })).rejects.toMatchObject(wrong)
  await runAccountLockJobs(clinic, database)
  expect(await clinic.db.alert.count()).toBe(0)
})
