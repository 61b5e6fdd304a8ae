import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { deadLinks } from '#domain/records/forwarding.ts'
import type { Prisma } from '#infra/prisma/client.ts'
import { signedAt, treated } from '#tests/support/forwardable.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { revokeConsent } from '../consent/revokeConsent.ts'
import type { OperationContext } from '../context.ts'
import { signHead } from '../evidence/signHead.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { deleteRecord } from './deleteRecord.ts'
import { downloadForwarded } from './downloadForwarded.ts'
import { forwardRecords } from './forwardRecords.ts'
import { listDisclosures } from './listDisclosures.ts'
import { openForwarding, readForwardingInvitation } from './openForwarding.ts'
import { downloadRecord } from './serveRecord.ts'
import { withdrawForwarding } from './withdrawForwarding.ts'

const DAY = 86_400_000

const accountOf = async (ctx: OperationContext, { id }: { id: string }) =>
  (await listDisclosures(ctx, id, {})).rows.map(({ node }) => node)

test('records reach the attorney by link, and the accounting has the recipient, files and consent', async ({
  clinic,
}) => {
  const { staff, attorney, patient, records, input } = await treated(clinic)
  const made = await forwardRecords(staff, { ...input, note: 'The second page matters' })
  expect(made).toMatchObject({ isMailed: false, patient: { status: 'records_forwarded' } })
  expect(made.forwarding.expiresAt).toEqual(new Date(clinic.now.getTime() + 7 * DAY))
  expect(JSON.stringify(await clinic.db.forwarding.findMany())).not.toContain(made.secret)

  const link = { secret: made.secret }
  expect(await readForwardingInvitation(clinic.anonymous(), link)).toMatchObject({ files: 2 })
  const opened = await openForwarding(clinic.anonymous(), link)
  expect(opened).toMatchObject({
    patientName: `${patient.firstName} ${patient.lastName}`,
    note: 'The second page matters',
  })
  const file = await downloadForwarded(clinic.anonymous(), { ...link, recordId: records[0].id })
  const bytes = Buffer.concat(await Array.fromAsync(file.read()))
  expect(bytes).toHaveLength(records[0].fileSize)

  const lines = await accountOf(staff, patient)
  expect(lines.map(({ kind, fileName, disclosedById }) => [kind, fileName, disclosedById]).sort()).toEqual([
    ['downloaded', 'mri.pdf', null],
    ['forwarded', 'bill.pdf', staff.actor.id],
    ['forwarded', 'mri.pdf', staff.actor.id],
    ['opened', null, null],
  ])
  for (const line of lines)
    expect(line).toMatchObject({
      recipientId: attorney.id,
      purpose: input.purpose,
      consentSignedAt: signedAt,
      forwardingId: made.forwarding.id,
    })
  expect(await clinic.db.alert.findMany({ where: { type: 'records_forwarded' } })).toMatchObject([
    { userId: attorney.id, patientId: patient.id },
  ])
  const auditRows = (await clinic.auditOf(patient)).map(
    ({ action, resourceType }) => `${action} ${resourceType}`,
  )
  expect(auditRows.sort()).toEqual([
    'consent_signed consent_request',
    'created forwarding',
    'downloaded patient_record',
    'listed disclosure',
    'updated patient',
    'viewed forwarding',
  ])
})

test('the email to the recipient has the newest signed state of the audit log', async ({ clinic }) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { staff, input } = await treated(clinic)
  const head = await signHead(clinic.anonymous())
  await forwardRecords(staff, input)
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters[0]?.text).toContain(Buffer.from(head?.sha256 ?? []).toString('hex'))
})

test('the email has the link but no patient data, and is not sent after the link is closed', async ({
  clinic,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { staff, attorney, patient, input } = await treated(clinic, { lastName: 'Castellanos' })
  const { secret, isMailed } = await forwardRecords(staff, input)
  expect(isMailed).toBe(true)
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toHaveLength(1)
  expect(server.letters[0]).toMatchObject({ to: [{ address: attorney.email }] })
  expect(server.letters[0]?.text).toContain(`/forwarded/${secret}`)
  for (const hidden of ['Castellanos', patient.email, 'mri.pdf', input.purpose])
    expect(server.letters[0]?.source).not.toContain(hidden)

  const { forwarding } = await forwardRecords(staff, input)
  await withdrawForwarding(staff, { patientId: patient.id, forwardingId: forwarding.id })
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters).toHaveLength(1)
})

test('a consent revoked while a file is being verified closes the download', async ({ clinic }) => {
  const { staff, patient, records, input } = await treated(clinic)
  const { secret } = await forwardRecords(staff, input)
  const { recordStore } = clinic.instances
  const visit = {
    ...clinic.anonymous(),
    recordStore: {
      ...recordStore,
      check: async (file: Parameters<typeof recordStore.check>[0]) => {
        await recordStore.check(file)
        await revokeConsent(staff, { patientId: patient.id, reason: 'Called and revoked it' })
      },
    },
  }
  await expect(downloadForwarded(visit, { secret, recordId: records[0].id })).rejects.toMatchObject({
    code: 'not_found',
    message: deadLinks.closed,
  })
  expect(await clinic.db.disclosure.count({ where: { kind: 'downloaded' } })).toBe(0)
})

test('only one of two concurrent forwardings changes the status, and both are in the accounting', async ({
  clinic,
}) => {
  const { staff, admin, patient, input } = await treated(clinic)
  await Promise.all([forwardRecords(staff, input), forwardRecords(admin, input)])
  expect(await clinic.db.patientStatusChange.findMany({ where: { patientId: patient.id } })).toMatchObject([
    { from: 'pending_records', to: 'records_forwarded' },
  ])
  expect(await clinic.db.forwarding.count()).toBe(2)
  expect(await clinic.db.disclosure.count({ where: { kind: 'forwarded' } })).toBe(4)
})

test('records are forwarded only with a valid consent on file, only if they exist, and only to an active attorney', async ({
  clinic,
}) => {
  const { staff, admin, attorney, other, patient, records, input } = await treated(clinic)
  const stranger = await clinic.patient()
  const strange = await storedRecord(clinic, { patientId: stranger.id, uploadedById: staff.actor.id })
  const refused = (changes: object, code: string) =>
    expect(forwardRecords(staff, { ...input, ...changes })).rejects.toMatchObject({ code })
  await refused({ recordIds: [] }, 'invalid')
  await refused({ recipientId: staff.actor.id }, 'invalid')
  await refused({ recordIds: [strange.id] }, 'not_found')
  await deleteRecord(admin, { patientId: patient.id, recordId: records[0].id })
  await refused({}, 'not_found')
  const left = { recordIds: [records[1].id] }
  await expect(forwardRecords(clinic.as(attorney), { ...input, ...left })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(forwardRecords(clinic.as(other), { ...input, ...left })).rejects.toMatchObject({
    code: 'not_found',
  })
  const set = (data: Prisma.PatientUncheckedUpdateInput) =>
    clinic.db.patient.update({ where: { id: patient.id }, data })
  for (const data of [
    { status: 'schedulable' as const },
    { consentRevokedAt: clinic.now },
    { consentExpiresAt: clinic.now },
    // An administrator recorded a consent at another time than that of the form.
    { consentSignedAt: clinic.now },
  ]) {
    await set(data)
    await refused(left, 'conflict')
    await set({ status: 'pending_records', consentRevokedAt: null, consentExpiresAt: null })
  }
  expect(await clinic.db.forwarding.count()).toBe(0)
  await set({ consentSignedAt: signedAt })
  await forwardRecords(staff, { ...input, ...left })
})

test('only the recipient can open a link, not another attorney or a user of the clinic', async ({
  clinic,
}) => {
  const { staff, attorney, other, input, records } = await treated(clinic)
  const { secret } = await forwardRecords(staff, input)
  await expect(openForwarding(staff, { secret })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(openForwarding(clinic.as(other), { secret })).rejects.toMatchObject({
    code: 'not_found',
    message: deadLinks.unknown,
  })
  await openForwarding(clinic.as(attorney), { secret })
  await expect(
    downloadForwarded(clinic.anonymous(), { secret, recordId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'not_found' })
  expect(await openForwarding(clinic.anonymous(), { secret })).toMatchObject({
    records: [{ id: records[0].id }, { id: records[1].id }],
  })
})

test('the accounting has an attorney’s downloads in Caseload, but not those of the clinic', async ({
  clinic,
}) => {
  const { staff, attorney, patient, records } = await treated(clinic)
  const which = { patientId: patient.id, recordId: records[0].id }
  await downloadRecord(staff, which)
  await downloadRecord(clinic.as(attorney), which)
  expect(await clinic.db.disclosure.findMany()).toMatchObject([
    {
      kind: 'downloaded',
      recipientId: attorney.id,
      fileName: 'mri.pdf',
      forwardingId: null,
      disclosedById: null,
    },
  ])
})

test('neither the application nor the owner of the tables can change the accounting', async ({ clinic }) => {
  const { staff, input } = await treated(clinic)
  await forwardRecords(staff, input)
  for (const change of [
    'UPDATE disclosures SET file_name = NULL',
    'DELETE FROM disclosures',
    'TRUNCATE disclosures',
    'UPDATE forwarded_records SET sha256 = NULL',
    'UPDATE forwardings SET recipient_id = forwarded_by',
    "UPDATE forwardings SET expires_at = '2030-01-01'",
    'DELETE FROM forwardings',
  ])
    await expect(clinic.db.$executeRawUnsafe(change), change).rejects.toThrow(/permission denied/)
})
