import { expect, onTestFinished } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { test } from '#tests/support/test.ts'
import { sendConsent } from '../consent/sendConsent.ts'
import { deliverMail } from './deliverMail.ts'
import { discardMail, listOutbox, retryMail } from './outbox.ts'

/** An e-mail that the mail server rejected permanently. */
async function refused(clinic: TestClinic) {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  server.refusal = { code: 550, at: 'RCPT', says: 'no such mailbox' }
  const admin = await clinic.user({ role: 'admin', emailAlerts: false })
  const staff = await clinic.user({ emailAlerts: false })
  const patient = await clinic.patient()
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  const { id: mailId } = await clinic.db.mailMessage.findFirstOrThrow()
  const work = () => deliverMail(clinic.anonymous(), { mailId })
  await work()
  server.refusal = null
  return { server, admin: () => clinic.as(admin), staff: () => clinic.as(staff), patient, mailId, work }
}

test('an administrator sees which e-mail failed and why, and can retry it', async ({ clinic }) => {
  const { server, admin, patient, mailId, work } = await refused(clinic)
  const { rows } = await listOutbox(admin(), {})
  expect(rows.map(({ node }) => node)).toMatchObject([
    {
      id: mailId,
      state: 'failed',
      toAddress: patient.email,
      lastError: expect.stringContaining('no such mailbox'),
    },
  ])
  expect(await retryMail(admin(), { mailId })).toMatchObject({ state: 'waiting', attempts: 0 })
  await work()
  expect(server.letters).toMatchObject([{ to: [{ address: patient.email }] }])
  expect((await listOutbox(admin(), {})).rows).toEqual([])
  await expect(retryMail(admin(), { mailId })).rejects.toMatchObject({ code: 'conflict' })
  const auditRows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'mail', userId: { not: null } },
    orderBy: { id: 'asc' },
  })
  expect(auditRows.map(({ action, details }) => [action, (details as { state?: string }).state])).toEqual([
    ['listed', undefined],
    ['updated', 'waiting'],
    ['listed', undefined],
  ])
  expect(JSON.stringify(auditRows)).not.toContain(patient.email)
})

test('a discarded e-mail is never sent', async ({ clinic }) => {
  const { server, admin, mailId, work } = await refused(clinic)
  expect(await discardMail(admin(), { mailId })).toMatchObject({ state: 'withdrawn' })
  await work()
  expect(server.letters).toEqual([])
  await expect(discardMail(admin(), { mailId })).rejects.toMatchObject({ code: 'conflict' })
})

test('an e-mail that is being sent can be neither retried nor discarded until its result is known', async ({
  clinic,
}) => {
  const { server, admin, mailId, work } = await refused(clinic)
  await retryMail(admin(), { mailId })
  const { mailer } = clinic.instances
  onTestFinished(() => void Object.assign(clinic.instances, { mailer }))
  const way = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  clinic.instances.mailer = mailer && {
    ...mailer,
    send: async (email) => {
      left.resolve()
      await way.promise
      await mailer.send(email)
    },
  }
  const first = work()
  await left.promise
  const onItsWay = { code: 'conflict', message: expect.stringContaining('being sent') }
  for (const act of [retryMail, discardMail])
    await expect(act(admin(), { mailId })).rejects.toMatchObject(onItsWay)
  const second = work()
  way.resolve()
  await Promise.all([first, second])
  expect(server.letters).toHaveLength(1)
  expect(await clinic.db.mailMessage.findUniqueOrThrow({ where: { id: mailId } })).toMatchObject({
    state: 'sent',
    attempts: 1,
  })
})

test('an e-mail whose sending process died can be discarded after the time-out', async ({ clinic }) => {
  const { admin, mailId } = await refused(clinic)
  const cutOff = { state: 'waiting', attempts: 1, lastError: null } as const
  const nextTryAt = new Date(clinic.now.getTime() + 600_000)
  await clinic.db.mailMessage.update({ where: { id: mailId }, data: { ...cutOff, nextTryAt } })
  await expect(discardMail(admin(), { mailId })).rejects.toMatchObject({ code: 'conflict' })
  clinic.now = nextTryAt
  expect(await discardMail(admin(), { mailId })).toMatchObject({ state: 'withdrawn' })
})

test('only administrators see the outbox, and an unknown e-mail is not found', async ({ clinic }) => {
  const { admin, staff, mailId } = await refused(clinic)
  await expect(listOutbox(staff(), {})).rejects.toMatchObject({ code: 'forbidden' })
  for (const act of [retryMail, discardMail]) {
    await expect(act(staff(), { mailId })).rejects.toMatchObject({ code: 'forbidden' })
    const missing = act(admin(), { mailId: '01a1fcf0-bbdc-730f-8d22-fb8393291341' })
    await expect(missing).rejects.toMatchObject({ code: 'not_found' })
  }
})
