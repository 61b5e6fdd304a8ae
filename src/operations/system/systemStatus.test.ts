import { expect } from 'vitest'
import { openMailServer, sendMailTo } from '#testing/mailServer.ts'
import { test } from '#testing/test.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { readSystemStatus } from './readSystemStatus.ts'
import { testConnection } from './testConnection.ts'

test('everybody is told what is true of the system, and administrators how the trail stands', async ({
  clinic,
}) => {
  const [admin, staff] = [await clinic.user({ role: 'admin' }), await clinic.user()]
  await checkAuditTrail(clinic.anybody())
  const told = {
    mode: 'production',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    timeZone: 'America/New_York',
    parts: [
      { name: 'database', state: 'working' },
      { name: 'docusign', state: 'not_configured' },
      { name: 'email', state: 'not_configured' },
    ],
  }
  expect(await readSystemStatus(clinic.as(staff), {})).toEqual({ ...told, trail: null })
  expect(await readSystemStatus(clinic.as(admin), {})).toEqual({
    ...told,
    trail: { checkedAt: clinic.now, isIntact: true },
  })
})

test('a connection is tried when an administrator says so, and told as it is', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  expect(await testConnection(admin, { part: 'database' })).toMatchObject({
    isWorking: true,
    message: expect.stringMatching(/^PostgreSQL \d+.* answered in \d+ ms$/),
  })
  expect(await testConnection(admin, { part: 'email' })).toMatchObject({ isWorking: false })
  expect(await clinic.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { action: 'viewed', resourceType: 'connection', details: { part: 'database', isWorking: true } },
    { action: 'viewed', resourceType: 'connection', details: { part: 'email', isWorking: false } },
  ])
  const staff = clinic.as(await clinic.user())
  await expect(testConnection(staff, { part: 'database' })).rejects.toMatchObject({ code: 'forbidden' })
})

test('the mail server is tried by signing in to it, and a letter goes to nobody', async ({ clinic }) => {
  const user = await clinic.user({ role: 'admin' })
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const email = async () => (await readSystemStatus(clinic.as(user), {})).parts.at(-1)
  expect(await email()).toEqual({ name: 'email', state: 'configured' })
  const tried = () => testConnection(clinic.as(user), { part: 'email' })
  expect(await tried()).toEqual({
    isWorking: true,
    message: 'The mail server answered and took the sign-in',
  })
  expect(server.letters).toEqual([])
  await server.stop()
  expect(await tried()).toMatchObject({
    isWorking: false,
    message: expect.stringMatching(/^The mail server could not be used: .*ECONNREFUSED/),
  })
})
