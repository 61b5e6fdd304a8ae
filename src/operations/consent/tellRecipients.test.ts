import { expect } from 'vitest'
import { alertTypes } from '#domain/alerts/alertTypes.ts'
import type { Scope } from '#domain/consent/scope.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { openMailServer, sendMailTo } from '#tests/support/mailServer.ts'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { exportAccounting } from '../accounting/exportAccounting.ts'
import { readAccounting } from '../accounting/readAccounting.ts'
import { deliverWaitingMail } from '../mail/deliverWaitingMail.ts'
import { dropPatient } from '../patients/dropPatient.ts'
import { overridePatientStatus } from '../patients/overridePatientStatus.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { receiveFile } from '../records/receiveFile.ts'
import { downloadConsentForm } from './downloadConsentForm.ts'
import { downloadSignedCopy, readSignedCopyState } from './downloadSignedCopy.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { recordPaperConsent } from './recordPaperConsent.ts'
import { requestAuthorization } from './requestAuthorization.ts'
import { resendConsent } from './resendConsent.ts'
import { acceptSignedForm, rejectSignedForm } from './reviewSignedForm.ts'
import { revokeConsent } from './revokeConsent.ts'
import { revokePartOfConsent } from './revokePartOfConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { sendRecipientCopy } from './sendRecipientCopy.ts'
import { signConsent } from './signConsent.ts'

async function setUp(clinic: TestClinic, firm: string | null = null) {
  const maker = await clinic.user()
  const rae = await clinic.user({ role: 'attorney', firm })
  const patient = await clinic.patient({
    ...{ firstName: 'Maren', lastName: 'Lindqvist' },
    ...{ createdById: maker.id, assignedAttorneyId: rae.id },
  })
  return { maker, staff: clinic.as(maker), rae, patient, patientId: patient.id }
}

const newest = (clinic: TestClinic, patientId: string) =>
  clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

async function sign(clinic: TestClinic, patientId: string, signerName = 'Maren Lindqvist') {
  const { idempotencyKey } = await newest(clinic, patientId)
  const secret = clinic.instances.signing.current.linkSecret(idempotencyKey) as string
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    ...{ secret, signerName, agreesToSignElectronically: true },
    ...(signerName !== 'Maren Lindqvist' && { confirmsName: true }),
  })
}

/** The alerts about signatures, as pairs of type and user, in any order. */
const alerts = async (clinic: TestClinic) =>
  (await clinic.db.alert.findMany({ where: { type: { in: ['consent_copy', 'consent_signed'] } } }))
    .map(({ type, userId }) => [type, userId].join(' '))
    .sort()

test('a recipient who can see the chart is notified in the app and by e-mail, and the accounting has the download', async ({
  clinic,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { maker, staff, rae, patientId } = await setUp(clinic)
  await sendConsent(staff, { patientId, copyToRecipients: true })
  await sign(clinic, patientId)
  expect(await alerts(clinic)).toEqual([`consent_copy ${rae.id}`, `consent_signed ${maker.id}`])
  const alert = await clinic.db.alert.findFirstOrThrow({ where: { type: 'consent_copy' } })
  expect(alertTypes.consent_copy.path(alert.patientId)).toBe(`/patients?patient=${patientId}&tab=consent`)
  const request = await newest(clinic, patientId)
  const row = await clinic.db.auditLog.findFirst({
    where: { resourceId: request.id, details: { path: ['recipientId'], equals: rae.id } },
  })
  expect(row).toMatchObject({ action: 'updated', resourceType: 'consent_request', patientId })

  await deliverWaitingMail(clinic.anonymous())
  const [letter] = server.letters.filter(({ to }) => to?.[0]?.address === rae.email)
  expect(letter?.text).toContain(`https://clinic.test/alerts/${alert.id}`)
  expect(letter?.source).not.toContain('Maren')

  await downloadConsentForm(clinic.as(rae), { patientId, requestId: request.id })
  const { authorized, required } = await readAccounting(staff, { patientId })
  expect(required).toEqual([])
  expect(authorized).toMatchObject([
    { recipientName: `${rae.firstName} ${rae.lastName}`, content: expect.stringContaining('consent form') },
  ])
})

test('without the choice, no copy is sent', async ({ clinic }) => {
  const { maker, staff, rae, patientId } = await setUp(clinic)
  await sendConsent(staff, { patientId })
  await sign(clinic, patientId)
  expect(await newest(clinic, patientId)).toMatchObject({ copyToRecipients: false })
  expect(await alerts(clinic)).toEqual([`consent_signed ${maker.id}`, `consent_signed ${rae.id}`].sort())
})

const lee = { name: 'Lee Park', firm: 'Park & Co', address: '4 Mill Road', email: 'Lee@park.test' }
const born = '1984-02-29'

/** A patient whose form names Lee, who has no account, and the link that Lee got by e-mail. */
async function copyForLee(clinic: TestClinic, ways: { recipients?: object[]; scope?: Scope } = {}) {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const made = await setUp(clinic)
  const { staff, patientId } = made
  await clinic.db.patient.update({ where: { id: patientId }, data: { dateOfBirth: new Date(born) } })
  const { recipients = [lee], ...rest } = ways
  await sendConsent(staff, { patientId, recipients, copyToRecipients: true, ...rest })
  await sign(clinic, patientId)
  await deliverWaitingMail(clinic.anonymous())
  const letter = server.letters.find(({ to }) => to?.[0]?.address === lee.email)
  const secret = /https:\/\/clinic\.test\/sign\/copy\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? 'no link'
  return { ...made, server, letter, secret }
}

test('a recipient without an account downloads the form by a link and the date of birth, and the accounting has it', async ({
  clinic,
}) => {
  const { staff, patientId, letter, secret } = await copyForLee(clinic)
  expect(letter).toMatchObject({ subject: 'Test Clinic: a signed authorization for you' })
  for (const hidden of ['Maren', 'Lindqvist', '1984']) expect(letter?.source).not.toContain(hidden)

  expect(await readSignedCopyState(clinic.anonymous(), { secret })).toMatchObject({
    ...{ isForRecipient: true, asksDateOfBirth: true, language: 'en' },
    ...{ signedAt: null, sha256: null },
  })
  const copy = await downloadSignedCopy(clinic.anonymous(), { secret, dateOfBirth: born })
  const request = await newest(clinic, patientId)
  const form = await clinic.db.signedConsentForm.findUniqueOrThrow({ where: { requestId: request.id } })
  expect(Buffer.from(copy.content).equals(form.content as Uint8Array)).toBe(true)

  const [stored] = await clinic.db.recipientCopy.findMany()
  expect(stored).toMatchObject({ email: lee.email, downloads: 1, downloadedAt: clinic.now })
  expect(JSON.stringify(stored)).not.toContain(secret)
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'signed_copy', patientId },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ action, resourceId, userId }) => ({ action, resourceId, userId }))).toEqual([
    { action: 'created', resourceId: stored?.id, userId: null },
    { action: 'downloaded', resourceId: stored?.id, userId: null },
  ])
  const { authorized, required } = await readAccounting(staff, { patientId })
  expect(required).toEqual([])
  const line = {
    recipientName: 'Lee Park',
    recipientAddress: 'Park & Co, 4 Mill Road, Lee@park.test',
    content: 'Signed consent form',
    consentRequestId: request.id,
  }
  expect(authorized).toMatchObject([{ ...line, count: 1 }])
  expect(JSON.stringify(await exportAccounting(staff, { patientId }))).toContain('Lee@park.test')
})

test('an attorney whom the form names and who cannot see the chart gets a link, until the account ends', async ({
  clinic,
}) => {
  const other = await clinic.user({ role: 'attorney' })
  const { server } = await copyForLee(clinic, { recipients: [lee, { userId: other.id }] })
  const theirs = server.letters.find(({ to }) => to?.[0]?.address === other.email)
  const secret = /\/sign\/copy\/([\w-]+)/.exec(theirs?.text ?? '')?.[1] ?? 'no link'
  await downloadSignedCopy(clinic.anonymous(), { secret, dateOfBirth: born })
  const links = server.letters.filter(
    ({ text }) => text?.includes('/sign/copy/') && text.includes('names you'),
  )
  expect(links.map(({ to }) => to?.[0]?.address).sort()).toEqual([lee.email, other.email].sort())
  await clinic.db.user.update({ where: { id: other.id }, data: { isActive: false } })
  await expect(readSignedCopyState(clinic.anonymous(), { secret })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a wrong date of birth is counted and recorded, and the tenth locks the link of the recipient alone', async ({
  clinic,
}) => {
  const { patientId, secret } = await copyForLee(clinic)
  const wrong = () => downloadSignedCopy(clinic.anonymous(), { secret, dateOfBirth: '1984-02-28' })
  await expect(downloadSignedCopy(clinic.anonymous(), { secret })).rejects.toMatchObject({ code: 'invalid' })
  for (let times = 1; times < 10; times += 1) await expect(wrong()).rejects.toMatchObject({ code: 'invalid' })
  await expect(wrong()).rejects.toMatchObject({ code: 'not_found' })
  const right = downloadSignedCopy(clinic.anonymous(), { secret, dateOfBirth: born })
  await expect(right).rejects.toMatchObject({ code: 'not_found' })
  const where = { resourceType: 'signed_copy', patientId }
  expect(await clinic.db.auditLog.count({ where: { ...where, action: 'denied' } })).toBe(10)
  expect(await clinic.db.auditLog.count({ where: { ...where, action: 'locked' } })).toBe(1)
  expect(await newest(clinic, patientId)).toMatchObject({ copyAttempts: 0 })
})

test('the link of a recipient ends with the authorization, and with their part of it', async ({ clinic }) => {
  const reason = 'The patient changed her mind'
  const ways: ((made: Awaited<ReturnType<typeof copyForLee>>) => unknown)[] = [
    ({ staff, patientId }) => revokeConsent(staff, { patientId, reason }),
    async ({ staff, patientId }) =>
      revokePartOfConsent(staff, {
        ...{ patientId, reason, recipient: 0 },
        requestId: (await newest(clinic, patientId)).id,
      }),
    ({ staff, patientId }) => dropPatient(staff, { patientId, dropReason: reason }),
    ({ patientId }) =>
      clinic.db.patient.update({ where: { id: patientId }, data: { consentExpiresAt: clinic.now } }),
    ({ patientId }) => clinic.db.patient.update({ where: { id: patientId }, data: { dateOfBirth: null } }),
    () => {
      clinic.now = new Date(clinic.now.getTime() + 30 * 86_400_000)
    },
  ]
  for (const [index, end] of ways.entries()) {
    const firm = { name: null, firm: 'Okafor Law', address: null }
    const made = await copyForLee(clinic, { recipients: [lee, firm] })
    const { secret } = made
    await readSignedCopyState(clinic.anonymous(), { secret })
    await end(made)
    const state = readSignedCopyState(clinic.anonymous(), { secret })
    await expect(state, String(index)).rejects.toMatchObject({ code: 'not_found' })
    const download = downloadSignedCopy(clinic.anonymous(), { secret, dateOfBirth: born })
    await expect(download, String(index)).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a mistyped address is corrected by a second link, which ends the first', async ({ clinic }) => {
  const made = await copyForLee(clinic)
  const { staff, patientId, secret, server } = made
  const { id: requestId } = await newest(clinic, patientId)
  const which = { patientId, requestId, recipient: 0, email: 'park@park.test' }
  await sendRecipientCopy(staff, which)
  await expect(readSignedCopyState(clinic.anonymous(), { secret })).rejects.toMatchObject({
    code: 'not_found',
  })
  await deliverWaitingMail(clinic.anonymous())
  const letter = server.letters.find(({ to }) => to?.[0]?.address === which.email)
  const second = /\/sign\/copy\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? 'no link'
  await downloadSignedCopy(clinic.anonymous(), { secret: second, dateOfBirth: born })
  const { authorized } = await readAccounting(staff, { patientId })
  expect(authorized).toMatchObject([{ recipientAddress: 'Park & Co, 4 Mill Road, park@park.test' }])
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'signed_copy', patientId, userId: staff.actor.id },
  })
  const idOf = Object.fromEntries(
    (await clinic.db.recipientCopy.findMany()).map(({ email, id }) => [email, id]),
  )
  expect(rows.map(({ action, resourceId }) => [action, resourceId]).sort()).toEqual([
    ['created', idOf[which.email]],
    ['updated', idOf[lee.email]],
  ])

  const attempt = (changes: object, ctx = staff) => sendRecipientCopy(ctx, { ...which, ...changes })
  await expect(attempt({ recipient: 9 })).rejects.toMatchObject({ fields: { recipient: expect.any(String) } })
  await expect(attempt({ email: 'park' })).rejects.toMatchObject({ fields: { email: expect.any(String) } })
  await expect(attempt({ requestId: patientId })).rejects.toMatchObject({ code: 'conflict' })
  await expect(attempt({}, clinic.as(made.rae))).rejects.toMatchObject({ code: 'forbidden' })
  await expect(attempt({}, { ...staff, mailer: null })).rejects.toMatchObject({ code: 'conflict' })
  await clinic.db.patient.update({ where: { id: patientId }, data: { dateOfBirth: null } })
  await expect(attempt({})).rejects.toThrow(/date of birth/)
  await revokeConsent(staff, { patientId, reason: 'The patient changed her mind' })
  await expect(attempt({})).rejects.toMatchObject({ code: 'conflict' })
  expect(await clinic.db.recipientCopy.count()).toBe(2)
})

test('a form is sent to recipients at most 50 times within a day', async ({ clinic }) => {
  const { staff, patientId } = await copyForLee(clinic)
  const { id: requestId } = await newest(clinic, patientId)
  const send = () => sendRecipientCopy(staff, { patientId, requestId, recipient: 0, email: lee.email })
  for (let sent = 1; sent < 50; sent += 1) await send()
  await expect(send()).rejects.toMatchObject({ code: 'rate_limited' })
  clinic.now = new Date(clinic.now.getTime() + 86_400_000)
  await send()
})

test('a recipient who is a user, and a form on paper, get no link', async ({ clinic }) => {
  sendMailTo(clinic, await openMailServer())
  const { staff, patientId } = await setUp(clinic)
  await clinic.db.patient.update({ where: { id: patientId }, data: { dateOfBirth: new Date(born) } })
  await sendConsent(staff, { patientId })
  await sign(clinic, patientId)
  const copyOf = async () =>
    sendRecipientCopy(staff, {
      ...{ patientId, recipient: 0, email: lee.email },
      requestId: (await newest(clinic, patientId)).id,
    })
  await expect(copyOf()).rejects.toMatchObject({
    fields: { recipient: expect.stringContaining('has an account') },
  })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await overridePatientStatus(clinic.as(await clinic.user({ role: 'admin' })), {
    ...{ patientId, status: 'pending_consent' as const },
  })
  const content = inPieces(sample('rotation.pdf'))
  await recordPaperConsent(staff, {
    ...{ patientId, signedOn: '2026-01-05', witnessName: 'Wes Witness', recipients: [lee] },
    file: await receiveFile(staff, { fileName: 'consent.pdf', content }),
  })
  await expect(copyOf()).rejects.toThrow(/on paper/)
})

test('a form that may describe the injury is sent only to recipients who may see all records', async ({
  clinic,
}) => {
  const scope = { categories: ['billing' as const], sensitive: [], serviceFrom: null, serviceTo: null }
  const { letter } = await copyForLee(clinic, { scope })
  const { template } = await clinic.db.consentRequest.findFirstOrThrow({ include: { template: true } })
  expect(letter === undefined).toBe(template?.body.includes('patient.injury'))
})

test('without a date of birth on file, recipients who cannot see the chart get nothing', async ({
  clinic,
}) => {
  const server = await openMailServer()
  sendMailTo(clinic, server)
  const { staff, rae, patientId } = await setUp(clinic)
  const other = await clinic.user({ role: 'attorney' })
  const recipients = [{ userId: other.id }, { name: 'Lee Park', firm: 'Park & Co' }, { userId: rae.id }]
  await sendConsent(staff, { patientId, recipients, copyToRecipients: true })
  const third = await clinic.user({ role: 'attorney' })
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await reassignPatient(admin, { patientId, assignedAttorney: third.id })
  await sign(clinic, patientId)
  expect((await alerts(clinic)).filter((one) => one.startsWith('consent_copy'))).toEqual([])
  await deliverWaitingMail(clinic.anonymous())
  expect(server.letters.map(({ to }) => to?.[0]?.address)).not.toContain(other.email)
})

test('a firm as recipient covers the assigned attorney of that firm, and no attorney of another', async ({
  clinic,
}) => {
  for (const [firm, isTold] of [
    ['Okafor Law', true],
    ['Park & Co', false],
  ] as const) {
    const { staff, rae, patientId } = await setUp(clinic, firm)
    await sendConsent(staff, { patientId, recipients: [{ firm: 'okafor law' }], copyToRecipients: true })
    await sign(clinic, patientId)
    expect((await alerts(clinic)).includes(`consent_copy ${rae.id}`), firm).toBe(isTold)
  }
})

test('a form that waits for a review is announced when staff accept it, and never when they reject it', async ({
  clinic,
}) => {
  for (const isAccepted of [true, false]) {
    const { staff, rae, patientId } = await setUp(clinic)
    await sendConsent(staff, { patientId, copyToRecipients: true })
    await sign(clinic, patientId, 'Mia Lindqvist')
    const copy = `consent_copy ${rae.id}`
    expect(await alerts(clinic)).not.toContain(copy)
    const { id: requestId } = await newest(clinic, patientId)
    if (isAccepted) await acceptSignedForm(staff, { patientId, requestId })
    else await rejectSignedForm(staff, { patientId, requestId, reason: 'Signed by somebody else' })
    expect((await alerts(clinic)).includes(copy)).toBe(isAccepted)
  }
})

test('a resent request keeps the choice, and a requested authorization has its own', async ({ clinic }) => {
  const { staff, patientId } = await setUp(clinic)
  await sendConsent(staff, { patientId, copyToRecipients: true })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await resendConsent(staff, { patientId })
  expect(await newest(clinic, patientId)).toMatchObject({ copyToRecipients: true })
  await sign(clinic, patientId)
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await requestAuthorization(staff, { patientId })
  expect(await newest(clinic, patientId)).toMatchObject({ copyToRecipients: false, state: 'sent' })
})

test('requests from before the upgrade send no copy', async () => {
  await withDatabaseBefore('20261125070200_copies_to_recipients', async ({ ask, upgrade }) => {
    await ask(`INSERT INTO users (id, email, first_name, last_name, role)
      VALUES ('01a1f3a0-0000-7000-8000-00000000000a', 'rae@example.test', 'Rae', 'Okafor', 'admin')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, created_by, updated_at)
      VALUES ('01a1f3a0-0000-7000-8000-00000000000b', 'Maren', 'Lindqvist', 'maren@example.test',
        '01a1f3a0-0000-7000-8000-00000000000a', now())`)
    await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256,
        template_version, sent_by, expires_at)
      VALUES (gen_random_uuid(), '01a1f3a0-0000-7000-8000-00000000000b', 'preparing', 'built_in', gen_random_uuid(), '{}', 'x',
        'One', '01a1f3a0-0000-7000-8000-00000000000a', now())`)
    await upgrade()
    expect(await ask('SELECT copy_to_recipients FROM consent_requests')).toEqual([
      { copy_to_recipients: false },
    ])
  })
})
