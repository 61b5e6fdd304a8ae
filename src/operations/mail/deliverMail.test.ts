import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { type MailServer, openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { meetAt } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { voidConsentRequest } from '../consent/voidConsentRequest.ts'
import { deliverMail } from './deliverMail.ts'
import { deliverWaitingMail } from './deliverWaitingMail.ts'

const MINUTE = 60_000
const later = (clinic: TestClinic, minutes: number) => {
  clinic.now = new Date(clinic.now.getTime() + minutes * MINUTE)
}

/** A patient who was asked to sign, in a clinic with mail set up. */
async function setUpRequest(
  clinic: TestClinic,
  server: MailServer,
  values: Parameters<TestClinic['patient']>[0] = {},
) {
  sendMailTo(clinic, server)
  const sender = await clinic.user({ firstName: 'Sam', lastName: 'Moor' })
  const patient = await clinic.patient(values)
  await sendConsent(clinic.as(sender), { patientId: patient.id })
  const request = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } })
  const mail = await clinic.db.mailMessage.findFirstOrThrow({ where: { requestId: request.id } })
  const work = () => deliverMail(clinic.anonymous(), { mailId: mail.id })
  const now = () => clinic.db.mailMessage.findUniqueOrThrow({ where: { id: mail.id } })
  return { sender, patient, request, mail, work, now }
}

test('the invitation e-mail has the link but nothing that identifies the patient', async ({ clinic }) => {
  const server = await openMailServer()
  const { patient, request, mail, work, now } = await setUpRequest(clinic, server)
  expect(mail).toMatchObject({ kind: 'consent_invitation', state: 'waiting', toAddress: patient.email })
  await work()
  const [email] = server.letters
  expect(email).toMatchObject({
    to: [{ address: patient.email }],
    from: { name: 'Test Clinic' },
    subject: 'Test Clinic: please read and sign a form',
    messageId: mail.messageId,
  })
  const secret = clinic.instances.signing.of('built_in').linkSecret(request.idempotencyKey)
  for (const body of [email?.text, email?.html]) {
    expect(body).toContain(`https://clinic.test/sign/${secret}`)
    expect(body).toContain('The link works until Feb 4, 2026')
    expect(body).toContain('Ask Sam Moor')
  }
  for (const known of [patient.firstName, patient.lastName, patient.id])
    expect(email?.source).not.toContain(known)
  expect(await now()).toMatchObject({ state: 'sent', sentAt: clinic.now, nextTryAt: null, attempts: 1 })
  // The outbox stores neither the text nor the link.
  expect(JSON.stringify(await now())).not.toContain(secret)
  await work()
  expect(server.letters).toHaveLength(1)
})

test('a name with markup and line breaks is sent as plain text', async ({ clinic }) => {
  const server = await openMailServer()
  const { sender, work } = await setUpRequest(clinic, server, { firstName: '<script>alert(1)</script>' })
  const lastName = '<img src=x onerror=alert(1)>\r\nBcc: all@example.test'
  await clinic.db.user.update({ where: { id: sender.id }, data: { lastName } })
  await work()
  const [email] = server.letters
  expect(email?.html).not.toMatch(/<(script|img)/)
  expect(email?.html).toContain('&lt;img src=x onerror=alert(1)&gt; Bcc: all@example.test')
  expect(email?.text).not.toMatch(/^Bcc:/m)
  expect(email?.bcc ?? []).toEqual([])
})

test('without a mail server no e-mail is queued', async ({ clinic }) => {
  const patient = await clinic.patient()
  await sendConsent(clinic.as(await clinic.user()), { patientId: patient.id })
  expect(await clinic.db.mailMessage.count()).toBe(0)
})

test('an e-mail waits while the mail server is down and is not lost', async ({ clinic }) => {
  const server = await openMailServer()
  const { patient, work, now } = await setUpRequest(clinic, server)
  await server.stop()
  await work()
  const nextTryAt = new Date(clinic.now.getTime() + MINUTE)
  expect(await now()).toMatchObject({
    state: 'waiting',
    attempts: 1,
    nextTryAt,
    lastError: expect.stringContaining('ECONNREFUSED'),
  })
  await server.start()
  later(clinic, 1)
  expect(await deliverWaitingMail(clinic.anonymous())).toBe(1)
  expect(server.letters).toMatchObject([{ to: [{ address: patient.email }] }])
  expect(await now()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
})

test('an e-mail goes to an address that was corrected after it was queued', async ({ clinic }) => {
  const server = await openMailServer()
  const { patient, work, now } = await setUpRequest(clinic, server)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { email: 'right@example.test' } })
  await work()
  expect(server.letters).toMatchObject([{ to: [{ address: 'right@example.test' }] }])
  expect(await now()).toMatchObject({ toAddress: 'right@example.test' })
})

test('a permanently rejected e-mail alerts the sender and the administrators', async ({ clinic }) => {
  const server = await openMailServer()
  server.refusal = { code: 550, at: 'RCPT', says: 'no such mailbox' }
  const admin = await clinic.user({ role: 'admin' })
  const { sender, patient, work, now } = await setUpRequest(clinic, server)
  await work()
  expect(await now()).toMatchObject({
    state: 'failed',
    nextTryAt: null,
    lastError: expect.stringContaining('no such mailbox'),
  })
  const alerts = await clinic.db.alert.findMany({ where: { type: 'mail_failed' } })
  expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.id, sender.id].sort())
  expect(alerts[0]?.message).toBe(`An e-mail to Maren ${patient.lastName} could not be delivered`)
  // An alert about a failed e-mail is not e-mailed.
  expect(await clinic.db.mailMessage.count({ where: { kind: 'alert' } })).toBe(0)
})

test('a temporary rejection is retried for a day and then given up', async ({ clinic }) => {
  const server = await openMailServer()
  server.refusal = { code: 451, at: 'DATA' }
  const { work, now } = await setUpRequest(clinic, server)
  const begun = clinic.now.getTime()
  for (let tries = 0; tries < 20 && (await now()).state === 'waiting'; tries += 1) {
    await work()
    clinic.now = (await now()).nextTryAt ?? clinic.now
  }
  expect(await now()).toMatchObject({ state: 'failed', attempts: 13 })
  expect((clinic.now.getTime() - begun) / 3_600_000).toBeGreaterThan(23)
  expect(await clinic.db.alert.count({ where: { type: 'mail_failed' } })).toBeGreaterThan(0)
})

test('an e-mail that is no longer needed is withdrawn', async ({ clinic }) => {
  const server = await openMailServer()
  const { sender, patient, work, now } = await setUpRequest(clinic, server)
  await voidConsentRequest(clinic.as(sender), { patientId: patient.id })
  await work()
  expect(await now()).toMatchObject({ state: 'withdrawn', attempts: 0 })
  expect(server.letters).toEqual([])
  expect(await clinic.db.auditLog.findMany({ where: { resourceType: 'mail' } })).toMatchObject([
    { action: 'updated', patientId: patient.id, userId: null, details: { state: 'withdrawn' } },
  ])
})

test('after a crash between sending and recording, the e-mail is sent again with the same Message-ID', async ({
  clinic,
}) => {
  const server = await openMailServer()
  const { work, now } = await setUpRequest(clinic, server)
  const { mailer } = clinic.instances
  clinic.instances.mailer = mailer && {
    ...mailer,
    send: async (email) => {
      await mailer.send(email)
      // Simulates a crash: nothing after this line runs.
      clinic.instances.mailer = mailer
      await new Promise(() => {})
    },
  }
  void work()
  await expect.poll(() => server.letters.length).toBe(1)
  await work()
  expect(server.letters).toHaveLength(1)
  later(clinic, 11)
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toHaveLength(2)
  expect(server.letters[0]?.messageId).toBe(server.letters[1]?.messageId)
  expect(await now()).toMatchObject({ state: 'sent', attempts: 2 })
})

test('of two concurrent workers only one sends', async ({ clinic }) => {
  const server = await openMailServer()
  const { mail, work, now } = await setUpRequest(clinic, server)
  await meetAt(clinic, 'mail_messages', mail.id, [work, work])
  expect(server.letters).toHaveLength(1)
  expect(await now()).toMatchObject({ state: 'sent', attempts: 1 })
})
