import { expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test as base } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { mailNewestHead } from './mailHead.ts'
import { readTreeHead } from './readTreeHead.ts'
import { signHead } from './signHead.ts'

const HOUR = 3_600_000
const recipients = ['counsel@firm.example', 'archive@vault.example']

/** `test` with a clinic that mails its tree heads to `recipients`. */
const test = base.extend<{ recipients: readonly string[] }>({
  recipients: async ({ clinic }, use) => {
    clinic.instances.evidenceRecipients = recipients
    await use(recipients)
    clinic.instances.evidenceRecipients = []
  },
})

const pass = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

test('outsiders get the hash of the newest head once a day, and nothing of a patient', async ({
  clinic,
  recipients,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const ctx = clinic.anonymous()
  await mailNewestHead(ctx)
  expect(await clinic.db.mailMessage.count(), 'nothing is signed yet').toBe(0)

  const { id: patientId } = await clinic.patient({ firstName: 'Maren', lastName: 'Lindqvist' })
  await audit(ctx, { action: 'viewed', resourceType: 'patient', patientId })
  const head = Buffer.from((await signHead(ctx))?.sha256 ?? []).toString('hex')
  await Promise.all([mailNewestHead(ctx), mailNewestHead(ctx)])
  await deliverWaitingMail(ctx)
  expect(server.letters.map(({ to }) => to?.[0]?.address).sort()).toEqual([...recipients].sort())
  for (const { subject, text, source } of server.letters) {
    expect(subject).toContain('Test Clinic: state of the audit log on ')
    expect(text).toContain(`python3 verify.py ${head}`)
    expect(source).not.toContain('Lindqvist')
    expect(source).not.toContain(patientId)
  }
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  expect(await readTreeHead(admin, {})).toMatchObject({ mailedAt: clinic.now })

  pass(clinic, 23 * HOUR)
  await mailNewestHead(ctx)
  expect(await clinic.db.mailMessage.count()).toBe(2)
  pass(clinic, HOUR)
  await mailNewestHead(ctx)
  expect(await clinic.db.mailMessage.count()).toBe(4)
})

test('without recipients or a mail server, none is queued', async ({ clinic }) => {
  const ctx = clinic.anonymous()
  clinic.instances.evidenceRecipients = recipients
  await mailNewestHead(ctx)
  clinic.instances.evidenceRecipients = []
  sendMailTo(clinic, await openMailServer())
  await mailNewestHead(ctx)
  expect(await clinic.db.mailMessage.count()).toBe(0)
})

test('administrators are alerted when an outsider cannot be reached', async ({ clinic, recipients }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  server.refusal = { code: 550, at: 'RCPT', says: 'no such mailbox' }
  const ctx = clinic.anonymous()
  await clinic.user({ role: 'admin' })
  await audit(ctx, { action: 'viewed', resourceType: 'patient' })
  await signHead(ctx)
  await mailNewestHead(ctx)
  await deliverWaitingMail(ctx)
  expect(await clinic.db.mailMessage.count({ where: { state: 'failed' } })).toBe(recipients.length)
  expect(await clinic.db.alert.findMany({ select: { type: true, message: true } })).toEqual([
    {
      type: 'mail_failed',
      message: 'An e-mail could not be delivered. Failed Mail in Settings lists it.',
    },
  ])
})
