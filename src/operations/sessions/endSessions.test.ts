import { expect } from 'vitest'
import { PASSWORD } from '#tests/support/clinic.ts'
import { visitorOf } from '#tests/support/openedSession.ts'
import { test } from '#tests/support/test.ts'
import { signOut } from './endSessions.ts'
import { signIn } from './signIn.ts'

test('signing out ends only this session, and the audit log records it', async ({ clinic }) => {
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const credentials = { email: 'sam@clinic.test', password: PASSWORD }
  const here = await signIn(clinic.anonymous(), credentials)
  const elsewhere = await signIn(clinic.anonymous(), credentials)

  await signOut({ ...clinic.as(sam), sid: here.sid }, {})

  expect(await visitorOf(clinic, here)).toBeNull()
  expect(await visitorOf(clinic, elsewhere)).toMatchObject({ id: sam.id })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'logout' } })).toMatchObject([
    { userId: sam.id, resourceType: 'session' },
  ])
})

test('signing out without a session succeeds and writes no row', async ({ clinic }) => {
  await signOut(clinic.anonymous(), {})
  expect(await clinic.db.auditLog.count()).toBe(0)
})
