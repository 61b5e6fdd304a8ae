import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { copySecret, identityCode } from '../consent/derivedSecrets.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { sendIdentityCode } from '../consent/sendIdentityCode.ts'
import { deliverWaitingMail } from './deliverWaitingMail.ts'
import { queueMail } from './queueMail.ts'

async function setUpRequest(clinic: TestClinic) {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const patient = await clinic.patient()
  const staff = clinic.as(await clinic.user())
  await sendConsent(staff, { patientId: patient.id, identityCheck: 'email_code' })
  await deliverWaitingMail(clinic.anonymous())
  server.letters.length = 0
  const request = () => clinic.db.consentRequest.findFirstOrThrow()
  const secret = clinic.instances.signing.of('built_in').linkSecret((await request()).idempotencyKey) ?? ''
  return { server, patient, request, secret }
}

test('a requested code is e-mailed while it is valid and not after', async ({ clinic }) => {
  const { server, request, secret } = await setUpRequest(clinic)
  await sendIdentityCode(clinic.anonymous(), { secret })
  await deliverWaitingMail(clinic.anonymous())
  const code = identityCode(clinic.anonymous(), await request())
  expect(code).toMatch(/^\d{6}$/)
  expect(server.letters).toMatchObject([
    { subject: 'Test Clinic: your code', text: expect.stringContaining(`\n${code}\n`) },
  ])
  expect(server.letters[0]?.subject).not.toContain(code)

  clinic.now = new Date(clinic.now.getTime() + 120_000)
  await sendIdentityCode(clinic.anonymous(), { secret })
  clinic.now = new Date(clinic.now.getTime() + 660_000)
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toHaveLength(1)
  expect(await clinic.db.mailMessage.count({ where: { kind: 'identity_code', state: 'withdrawn' } })).toBe(1)
})

test('the copy of the signed form is sent as a link, not as an attachment', async ({ clinic }) => {
  const { server, patient, request } = await setUpRequest(clinic)
  const { id: requestId } = await clinic.db.consentRequest.update({
    where: { id: (await request()).id },
    data: {
      state: 'signed',
      closedAt: clinic.now,
      openedAt: clinic.now,
      signerName: 'Maren Lindqvist',
      disclosureVersion: '1',
      copyExpiresAt: new Date('2026-02-04T12:00:00Z'),
    },
  })
  const order = { kind: 'consent_copy' as const, to: patient.email, patientId: patient.id, requestId }
  await queueMail(clinic.anonymous(), order)
  await deliverWaitingMail(clinic.anonymous())
  const [email] = server.letters
  expect(email?.text).toContain(
    `https://clinic.test/sign/copy/${copySecret(clinic.anonymous(), await request())}`,
  )
  expect(email?.text).toContain('The link works until Feb 4, 2026')
  expect(email?.attachments).toEqual([])
  expect(email?.source).not.toContain('Maren')
})

test('alerts of one type within minutes share an e-mail, which leads to their screen', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  const pass = async (minutes: number) => {
    clinic.now = new Date(clinic.now.getTime() + minutes * 60_000)
    await deliverWaitingMail(clinic.anonymous())
    return server.letters
      .splice(0)
      .map(({ subject, text }) => [
        subject?.replace(/^.*: /, ''),
        text?.match(/https:\/\/clinic\.test\S*/)?.[0].replace('https://clinic.test', ''),
      ])
  }
  const tell = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      await sendAlert(clinic.anonymous(), 'task_due', { title: `Call ${n}`, users: [attorney.id] })
  }
  await tell(30)
  await sendAlert(clinic.anonymous(), 'record_uploaded', { patient })
  const first = await clinic.db.alert.findFirstOrThrow({ where: { message: { contains: 'Call 0' } } })
  const uploaded = await clinic.db.alert.findFirstOrThrow({ where: { type: 'record_uploaded' } })
  expect(await pass(0), 'the first of each type is sent at once').toEqual([
    ['One of your tasks is due', `/alerts/${first.id}`],
    ['A record was uploaded', `/alerts/${uploaded.id}`],
  ])
  expect(await pass(9)).toEqual([])
  // It may be too late for the e-mail that waits.
  await tell(1)
  expect(await pass(1)).toEqual([['Some of your tasks are due', '/tasks']])
  expect(await clinic.db.alert.count({ where: { emailSent: false } })).toBe(1)
  const last = await clinic.db.alert.findFirstOrThrow({ where: { emailSent: false } })
  expect(await pass(10)).toEqual([['One of your tasks is due', `/alerts/${last.id}`]])
  await tell(1)
  await tell(2)
  await clinic.db.alert.updateMany({ where: { emailSent: false }, data: { isRead: true } })
  expect(await pass(20), 'all were read in the meantime').toEqual([])
  await tell(1)
  expect(await pass(0)).toHaveLength(1)
})

test('alerts of the other types are each e-mailed at once', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  await clinic.user({ role: 'admin' })
  for (const user of ['Lee', 'Kim']) await sendAlert(clinic.anonymous(), 'invitation_accepted', { user })
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toHaveLength(2)
})

test('the e-mail of an alert links to the alert, and names neither the patient nor their ID', async ({
  clinic,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const patient = await clinic.patient({ firstName: 'Maren', lastName: 'Lindqvist' })
  await sendAlert(clinic.anonymous(), 'consent_signed', { patient })
  await deliverWaitingMail(clinic.anonymous())
  const alert = await clinic.db.alert.findFirstOrThrow()
  const [email] = server.letters
  for (const body of [email?.text, email?.html])
    expect(body).toContain(`https://clinic.test/alerts/${alert.id}`)
  for (const known of ['Maren', 'Lindqvist', patient.id]) expect(email?.source).not.toContain(known)
})
