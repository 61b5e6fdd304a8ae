import { expect } from 'vitest'
import { openClamd, scanWith } from '#tests/support/clamdServer.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { openTwilioServer, sendTextsTo } from '#tests/support/twilioServer.ts'
import { checkAuditTrail } from '../audit/checkAuditTrail.ts'
import { readAuditIntegrity } from '../audit/readAuditIntegrity.ts'
import { readSystemStatus, readTrailState } from './readSystemStatus.ts'
import { testConnection } from './testConnection.ts'

test('everyone sees the true state of the system, and administrators also see the audit check', async ({
  clinic,
}) => {
  const [admin, staff] = [await clinic.user({ role: 'admin' }), await clinic.user()]
  await checkAuditTrail(clinic.anonymous())
  const facts = {
    mode: 'production',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    timeZone: 'America/New_York',
    parts: [
      { name: 'database', state: 'working' },
      { name: 'docusign', state: 'not_configured' },
      { name: 'email', state: 'not_configured' },
      { name: 'text_messages', state: 'not_configured' },
      { name: 'scanner', state: 'not_configured' },
    ],
  }
  expect(await readSystemStatus(clinic.as(staff), {})).toEqual({
    ...facts,
    ignoresProxy: false,
  })
  expect(await readTrailState(clinic.as(staff), {})).toBeNull()
  expect(await readSystemStatus(clinic.as(admin), {})).toEqual({
    ...facts,
    ignoresProxy: false,
  })
  expect(await readTrailState(clinic.as(admin), {})).toEqual({ checkedAt: clinic.now, isIntact: true })
})

test('the system information says of the audit log what its own screen says', async ({
  clinic,
  database,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const shown = async () => {
    const onAuditLogs = await readAuditIntegrity(admin)
    const trail = await readTrailState(admin, {})
    expect(trail).toEqual({ checkedAt: onAuditLogs?.checkedAt, isIntact: onAuditLogs?.isIntact })
    return trail?.isIntact
  }
  expect(await shown(), 'before the first check').toBe(true)
  await checkAuditTrail(clinic.anonymous())
  const written = await clinic.db.auditLog.count()
  expect(await shown()).toBe(true)
  await tamper(database, `UPDATE audit_logs SET details = '{}' WHERE position > ${written}`)
  expect(await shown(), 'after a change to a row that was written since').toBe(false)
})

test('an administrator can test a connection and sees the real result', async ({ clinic }) => {
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

test('testing the mail server signs in to it and sends no e-mail', async ({ clinic }) => {
  const user = await clinic.user({ role: 'admin' })
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const email = async () =>
    (await readSystemStatus(clinic.as(user), {})).parts.find(({ name }) => name === 'email')
  expect(await email()).toEqual({ name: 'email', state: 'configured' })
  const tried = () => testConnection(clinic.as(user), { part: 'email' })
  expect(await tried()).toEqual({
    isWorking: true,
    message: 'The mail server answered and accepted the sign-in',
  })
  expect(server.letters).toEqual([])
  await server.stop()
  expect(await tried()).toMatchObject({
    isWorking: false,
    message: expect.stringMatching(/^The mail server could not be used: .*ECONNREFUSED/),
  })
})

test('testing text messages signs in to Twilio and sends none', async ({ clinic }) => {
  const user = await clinic.user({ role: 'admin' })
  const tried = () => testConnection(clinic.as(user), { part: 'text_messages' })
  expect(await tried()).toMatchObject({
    isWorking: false,
    message: expect.stringMatching(/^Text messages are not configured/),
  })
  const twilio = await openTwilioServer()
  sendTextsTo(clinic, twilio)
  const { parts } = await readSystemStatus(clinic.as(user), {})
  expect(parts).toContainEqual({ name: 'text_messages', state: 'configured' })
  expect(await tried()).toEqual({ isWorking: true, message: 'Twilio answered and accepted the key' })
  expect(twilio.messages).toEqual([])
  clinic.instances.textMessages = twilio.textsBy({ keySecret: 'another' })
  expect(await tried()).toEqual({
    isWorking: false,
    message: 'Twilio refused the key (error 20003)',
  })
})

test('the virus scanner shows whether it is set up, whether it answers, and how many files are waiting', async ({
  clinic,
}) => {
  const user = await clinic.user({ role: 'admin' })
  const tried = () => testConnection(clinic.as(user), { part: 'scanner' })
  expect(await tried()).toMatchObject({
    isWorking: false,
    message: expect.stringMatching(/^No virus scanner is set up/),
  })
  const server = await openClamd()
  scanWith(clinic, server)
  const { parts } = await readSystemStatus(clinic.as(user), {})
  expect(parts.at(-1)).toEqual({ name: 'scanner', state: 'configured' })
  expect(await tried()).toEqual({
    isWorking: true,
    message: expect.stringMatching(/^The scanner answered: ClamAV 1\.4\.3.*; no files waiting for a scan$/),
  })
  await server.stop()
  const { id: patientId } = await clinic.patient()
  const waiting = { scanState: 'waiting', scanReason: null, nextScanAt: clinic.now } as const
  await storedRecord(clinic, { patientId, uploadedById: user.id, ...waiting })
  expect(await tried()).toEqual({
    isWorking: false,
    message: expect.stringMatching(
      /^The scanner does not answer: .*ECONNREFUSED.*; files waiting for a scan: 1$/,
    ),
  })
})
