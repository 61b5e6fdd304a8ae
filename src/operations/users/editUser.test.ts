import { expect } from 'vitest'
import { PASSWORD, type TestClinic, withAnyInput } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { signIn } from '../sessions/signIn.ts'
import { editUser } from './editUser.ts'

const auditRowsOf = (clinic: TestClinic, resourceId: string) =>
  clinic.db.auditLog.findMany({ where: { resourceId }, orderBy: { id: 'asc' } })

test('only the given fields change, and the audit row has their names without values', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const changes = { lastName: ' Marsh ', email: 'sam.marsh@clinic.test', firstName: sam.firstName }
  const edited = await editUser(clinic.as(admin), { userId: sam.id, ...changes })

  expect(edited).toMatchObject({
    firstName: sam.firstName,
    lastName: 'Marsh',
    email: 'sam.marsh@clinic.test',
    role: 'staff',
  })
  const auditRows = await auditRowsOf(clinic, sam.id)
  expect(auditRows).toMatchObject([
    {
      action: 'updated',
      resourceType: 'user',
      userId: admin.id,
      details: { fields: ['lastName', 'email'] },
    },
  ])
  expect(JSON.stringify(auditRows)).not.toMatch(/marsh/i)
  await signIn(clinic.anonymous(), { email: 'sam.marsh@clinic.test', password: PASSWORD })
})

test('an edit without changes writes no audit row', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await editUser(clinic.as(admin), { userId: admin.id, role: 'admin', firstName: admin.firstName })
  expect(await auditRowsOf(clinic, admin.id)).toEqual([])
})

test('a change of role ends all sessions, and a change of name or email address none', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const credentials = { email: 'sam@clinic.test', password: PASSWORD }
  const open = [await signIn(clinic.anonymous(), credentials), await signIn(clinic.anonymous(), credentials)]
  const visitors = () => Promise.all(open.map((one) => visitorOf(clinic, one)))

  await editUser(clinic.as(admin), { userId: sam.id, firstName: 'Samuel' })
  expect(await visitors()).toMatchObject([{ firstName: 'Samuel' }, { firstName: 'Samuel' }])
  await editUser(clinic.as(admin), { userId: sam.id, role: 'attorney' })
  expect(await visitors()).toEqual([null, null])
  expect((await auditRowsOf(clinic, sam.id)).at(-1)).toMatchObject({
    details: { fields: ['role'], role: 'attorney' },
  })
})

test('another user’s email address is rejected even in a different case, and nothing changes', async ({
  clinic,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  await clinic.user({ email: 'ada@clinic.test' })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const edit = (email: string) => editUser(clinic.as(admin), { userId: sam.id, email, firstName: 'Changed' })
  await expect(edit('ADA@clinic.test')).rejects.toMatchObject({
    code: 'conflict',
    message: 'A user with this email address already exists',
  })
  expect(await clinic.db.user.findUnique({ where: { id: sam.id } })).toEqual(sam)
  expect(await edit('SAM@clinic.test')).toMatchObject({ email: 'SAM@clinic.test' })
})

test('each invalid field has an error', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const bad = { userId: admin.id, firstName: ' ', lastName: 'x'.repeat(300), email: 'x', role: 'owner' }
  await expect(withAnyInput(editUser)(clinic.as(admin), bad)).rejects.toMatchObject({
    fields: {
      firstName: 'First name is required',
      lastName: 'Use at most 200 characters',
      email: 'Valid email is required',
      role: 'Choose one of the roles',
    },
  })
})

test('administrators can edit their own account except the role', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  await clinic.user({ role: 'admin' })
  const edit = (changes: object) => editUser(clinic.as(admin), { userId: admin.id, ...changes })
  await expect(edit({ role: 'staff', firstName: 'Ada' })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await clinic.db.user.findUnique({ where: { id: admin.id } })).toEqual(admin)
  expect(await edit({ firstName: 'Ada' })).toMatchObject({ firstName: 'Ada' })
})

test('one of two administrators who demote each other concurrently keeps the role', async ({ clinic }) => {
  const [one, two] = [await clinic.user({ role: 'admin' }), await clinic.user({ role: 'admin' })]
  const results = await Promise.allSettled([
    editUser(clinic.as(one), { userId: two.id, role: 'staff' }),
    editUser(clinic.as(two), { userId: one.id, role: 'staff' }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await clinic.db.user.count({ where: { role: 'admin', isActive: true } })).toBe(1)
})

test('an attorney who becomes staff keeps the assigned patients', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  await editUser(clinic.as(admin), { userId: attorney.id, role: 'staff' })
  expect(await clinic.db.patient.findUnique({ where: { id: patient.id } })).toMatchObject({
    assignedAttorneyId: attorney.id,
  })
})

test('a deleted account, an unknown ID and an invalid ID are all not found', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const gone = await clinic.user({ deletedAt: clinic.now })
  for (const userId of [gone.id, '01a1fcf0-bbdc-730f-8d22-fb8393291341', 'nobody'])
    await expect(editUser(clinic.as(admin), { userId, firstName: 'X' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'User not found',
    })
})

test('staff and attorneys cannot edit any account, not even their own', async ({ clinic }) => {
  for (const role of ['staff', 'attorney'] as const) {
    const user = await clinic.user({ role })
    const edit = editUser(clinic.as(user), { userId: user.id, role: 'admin' })
    await expect(edit).rejects.toMatchObject({ code: 'forbidden' })
    expect(await clinic.db.user.findUnique({ where: { id: user.id } })).toEqual(user)
  }
})
