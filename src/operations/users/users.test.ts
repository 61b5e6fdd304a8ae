import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { signIn } from '../sessions/signIn.ts'
import { listAssignableUsers } from './assignableUsers.ts'
import { createUser } from './createUser.ts'
import { deleteUser } from './deleteUser.ts'
import { countRoles, countUsers, listUsers } from './listUsers.ts'
import { setUserActive } from './setUserActive.ts'

const newcomer = {
  firstName: 'Lena',
  lastName: 'Hart',
  email: 'lena@clinic.test',
  password: 'a long pass phrase',
}
const credentials = { email: newcomer.email, password: newcomer.password }

test('an account created by an administrator can sign in, and is staff by default', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const made = await createUser(clinic.as(admin), newcomer)
  expect(made).toMatchObject({ role: 'staff', isActive: true, mustChangePassword: false })
  const { user } = await signIn(clinic.anonymous(), {
    email: 'LENA@clinic.test',
    password: newcomer.password,
  })
  expect(user.id).toBe(made.id)
  expect(await clinic.db.auditLog.findMany({ where: { resourceId: made.id } })).toMatchObject([
    { action: 'created', resourceType: 'user', userId: admin.id },
  ])
})

test('an email address is unique regardless of case, and free again once its account is deleted', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const first = await createUser(clinic.as(admin), newcomer)
  const again = { ...newcomer, email: 'Lena@Clinic.test' }
  await expect(createUser(clinic.as(admin), again)).rejects.toMatchObject({ code: 'conflict' })
  await deleteUser(clinic.as(admin), { userId: first.id })
  expect(await createUser(clinic.as(admin), again)).toMatchObject({ email: 'Lena@Clinic.test' })
})

test('a deactivated user loses access at once and gets it back when activated', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const user = await createUser(clinic.as(admin), newcomer)
  await signIn(clinic.anonymous(), credentials)
  await setUserActive(clinic.as(admin), { userId: user.id, isActive: false })
  expect(await clinic.db.session.count({ where: { userId: user.id } })).toBe(0)
  await expect(signIn(clinic.anonymous(), credentials)).rejects.toMatchObject({
    message: 'Invalid email or password',
  })
  await setUserActive(clinic.as(admin), { userId: user.id, isActive: true })
  await signIn(clinic.anonymous(), credentials)
})

test('administrators cannot deactivate or delete themselves', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const self = { userId: admin.id }
  await expect(setUserActive(clinic.as(admin), { ...self, isActive: false })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(deleteUser(clinic.as(admin), self)).rejects.toMatchObject({ code: 'forbidden' })
})

test('one of two administrators who deactivate each other concurrently stays active', async ({ clinic }) => {
  const [one, two] = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'admin' })]
  const results = await Promise.allSettled([
    setUserActive(clinic.as(one), { userId: two.id, isActive: false }),
    setUserActive(clinic.as(two), { userId: one.id, isActive: false }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await clinic.db.user.count({ where: { role: 'admin', isActive: true } })).toBe(1)
})

test('deleting a user transfers their work, loses no patient, and keeps the name for history', async ({
  clinic,
}) => {
  const [admin, attorney, successor] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  const at = new Date(clinic.now.getTime() + 86_400_000)
  const booked = (providerId: string, patientId: string) =>
    clinic.db.appointment.create({ data: { patientId, providerId, scheduledAt: at, createdById: admin.id } })
  const moving = await booked(attorney.id, patient.id)
  await booked(successor.id, (await clinic.patient()).id)
  const task = await clinic.db.task.create({
    data: { title: 'Call', assignedToId: attorney.id, createdById: admin.id },
  })

  await deleteUser(clinic.as(admin), { userId: attorney.id, successorId: successor.id })

  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toMatchObject({
    assignedAttorneyId: successor.id,
  })
  expect(await clinic.db.task.findUnique({ where: { id: task.id } })).toMatchObject({
    assignedToId: successor.id,
  })
  expect(await clinic.db.appointment.findUnique({ where: { id: moving.id } })).toMatchObject({
    providerId: successor.id,
    isDoubleBooked: true,
  })
  expect(
    await clinic.db.user.findUnique({ where: { id: attorney.id }, omit: { passwordHash: false } }),
  ).toMatchObject({
    lastName: attorney.lastName,
    isActive: false,
    passwordHash: '',
    deletedAt: clinic.now,
  })
  expect((await listUsers(clinic.as(admin), {}, {})).rows.map(({ node }) => node.id)).not.toContain(
    attorney.id,
  )
})

test('deleting a user revokes their API keys, with one audit row each', async ({ clinic }) => {
  const [admin, user] = [await clinic.user({ role: 'admin' }), await clinic.user()]
  const key = (secretHash: string, rest: object = {}) =>
    clinic.db.apiKey.create({
      data: {
        userId: user.id,
        createdById: admin.id,
        name: secretHash,
        secretHash,
        scopes: ['patients_read'],
        roleAtCreation: 'staff',
        expiresAt: clinic.now,
        ...rest,
      },
    })
  const inUse = await key('in use')
  const before = new Date('2026-01-01T00:00:00.000Z')
  const old = await key('revoked', { revokedAt: before })
  const another = await key('of another', { userId: admin.id })

  await deleteUser(clinic.as(admin), { userId: user.id })
  const revoked = async ({ id }: { id: string }) =>
    (await clinic.db.apiKey.findUniqueOrThrow({ where: { id } })).revokedAt
  expect(await revoked(inUse)).toEqual(clinic.now)
  expect(await revoked(old)).toEqual(before)
  expect(await revoked(another)).toBeNull()
  expect(await clinic.db.auditLog.findMany({ where: { resourceType: 'api_key' } })).toMatchObject([
    {
      action: 'updated',
      resourceId: inUse.id,
      details: { fields: ['revokedAt'], userId: user.id, reason: 'deleted' },
    },
  ])
})

test('an account cannot have a password that is common or contains a name', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  for (const [password, reason] of [
    ['PassWord1', 'This password is on the list of commonly used passwords. Choose another.'],
    [
      'Test Clinic 2026',
      "Choose a password that is not based on your name, your e-mail address or the clinic's name.",
    ],
    ['lena@clinic.test', expect.stringContaining('not based on your name')],
    ['HartLena77', expect.stringContaining('not based on your name')],
  ])
    await expect(createUser(admin, { ...newcomer, password: password as string })).rejects.toMatchObject({
      code: 'invalid',
      fields: { password: reason },
    })
  expect(await clinic.db.user.count({ where: { email: newcomer.email } })).toBe(0)
  await createUser(admin, { ...newcomer, password: 'a'.repeat(20) })
})

test('a successor must be another active user', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const user = await clinic.user()
  const gone = await clinic.user({ isActive: false })
  for (const successorId of [user.id, gone.id, 'nobody']) {
    const remove = deleteUser(clinic.as(admin), { userId: user.id, successorId })
    await expect(remove).rejects.toMatchObject({
      fields: { successorId: 'Choose another active user as the successor' },
    })
  }
})

test('a search finds users by name and email address, ignoring case and accents, and counts them by role', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Byron' })
  const jose = await clinic.user({ firstName: 'José', lastName: 'Álvarez', isActive: false })
  await clinic.user({ role: 'attorney', firstName: 'Rae', email: 'jo_se@law.test' })
  const find = async (search: string) => {
    const as = clinic.as(admin)
    const { rows } = await listUsers(as, { search }, {})
    return {
      names: rows.map(({ node }) => node.firstName),
      totalCount: await countUsers(as, search),
      roleCounts: await countRoles(as),
    }
  }
  const roleCounts = [
    { role: 'admin', count: 1 },
    { role: 'staff', count: 1 },
    { role: 'attorney', count: 1 },
  ]
  expect(await find(' jose ALVA')).toEqual({
    names: ['José'],
    totalCount: 1,
    roleCounts: expect.arrayContaining(roleCounts),
  })
  expect((await find('o_s')).names, 'a sign of LIKE stands for itself').toEqual(['Rae'])
  expect((await find('')).totalCount).toBe(3)
  await deleteUser(clinic.as(admin), { userId: jose.id })
  expect(await find('jose')).toMatchObject({ names: [], totalCount: 0 })
  const [listed] = await clinic.db.auditLog.findMany({ where: { action: 'listed' }, orderBy: { id: 'asc' } })
  expect(listed).toMatchObject({
    resourceType: 'user',
    details: { filters: ['search'], count: 1 },
  })
})

test('every active user can be chosen as an assignee, administrators too', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin', lastName: 'Abel' })
  const attorney = await clinic.user({ role: 'attorney', lastName: 'Bern' })
  const staff = await clinic.user({ lastName: 'Cole' })
  await clinic.user({ lastName: 'Dunn', isActive: false })
  await clinic.user({ lastName: 'Eads', deletedAt: clinic.now })
  const found = await listAssignableUsers(clinic.as(attorney), {})
  expect(found.map(({ id }) => id)).toEqual([admin, attorney, staff].map(({ id }) => id))
})
