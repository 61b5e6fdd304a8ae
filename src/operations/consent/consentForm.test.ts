import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { ALL_RECORDS } from '#domain/consent/scope.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { checkSeal } from '#infra/signing/sealCheck.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { pdfPages } from '#tests/support/pdfText.ts'
import { asOwner } from '#tests/support/rights.ts'
import { tamper } from '#tests/support/tamper.ts'
import { test } from '#tests/support/test.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { signHead } from '../evidence/signHead.ts'
import { downloadConsentForm } from './downloadConsentForm.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'
import { signHere } from './signHere.ts'

async function signed(clinic: TestClinic) {
  const staff = clinic.as(await clinic.user())
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ lastName: 'O’Brien', assignedAttorneyId: rae.id })
  const { id: patientId } = patient
  await sendConsent(staff, { patientId })
  const secret = (await showSigningLink(staff, { patientId })).path.replace('/sign/', '')
  await readConsentRequest(clinic.anonymous(), { secret })
  const receipt = await signConsent(clinic.anonymous(), {
    secret,
    signerName: 'Maren O’Brien',
    agreesToSignElectronically: true,
  })
  return { staff, rae, patient, patientId, receipt }
}

test('the file name has the day of signing in the clinic’s time zone', async ({ clinic }) => {
  clinic.now = new Date('2026-01-06T02:00:00Z')
  const { staff, patientId } = await signed(clinic)
  expect((await downloadConsentForm(staff, { patientId })).fileName).toMatch(/-2026-01-05\.pdf$/)
})

test('a download returns the signed form byte for byte and writes one audit row', async ({ clinic }) => {
  const { staff, patient, patientId, receipt } = await signed(clinic)
  const form = await downloadConsentForm(staff, { patientId })
  expect(
    createHash('sha256')
      .update(Buffer.concat(await Array.fromAsync(form.read())))
      .digest('hex'),
  ).toBe(receipt.sha256)
  expect(form).toMatchObject({ sha256: receipt.sha256, fileName: 'consent-O’Brien-2026-01-05.pdf' })
  expect((await clinic.auditOf(patient)).at(-1)).toEqual({
    action: 'downloaded',
    resourceType: 'consent_form',
    userId: staff.actor.id,
  })
})

test('the clinic seals the form, which names its template, its original and its request', async ({
  clinic,
}) => {
  const { patientId } = await signed(clinic)
  const form = await clinic.db.signedConsentForm.findFirstOrThrow({
    include: { request: { include: { template: { include: { template: true } } } } },
  })
  const { fingerprint } = await clinic.instances.sealOf()
  expect(form.request.patientId).toBe(patientId)
  expect(form.sealedBy).toBe(fingerprint)
  expect(await checkSeal(form.content ?? new Uint8Array())).toMatchObject({
    state: 'intact',
    fingerprint,
    isOurForm: true,
  })
  const certificate = (await pdfPages(form.content ?? new Uint8Array())).at(-1)
  const { number, sha256, template } = form.request.template ?? expect.fail('no template')
  for (const fact of [
    `${template.name}, version ${number}`,
    sha256,
    form.originalSha256 ?? '',
    form.requestId,
  ])
    expect(certificate).toContain(fact)
})

test('the certificate names who sent the form and who saw its link, and the state of the audit log before it', async ({
  clinic,
  database,
}) => {
  const ada = await clinic.user({ firstName: 'Ada', lastName: 'Byron' })
  const lee = await clinic.user({ firstName: 'Lee', lastName: 'Chen' })
  const { id: patientId } = await clinic.patient({ email: 'maren@example.test' })
  await sendConsent(clinic.as(ada), { patientId })
  await signHead(clinic.anonymous())
  const head = await clinic.db.evidenceHead.findFirstOrThrow({ orderBy: { number: 'desc' } })
  await showSigningLink(clinic.as(lee), { patientId })
  // As in rows from before names were kept.
  await tamper(database, "UPDATE audit_logs SET user_name = NULL WHERE resource_type = 'signing_link'")
  await showSigningLink(clinic.as(lee), { patientId })
  const { path } = await showSigningLink(
    clinic.as(await clinic.user({ firstName: 'Kim', lastName: 'Adeyemi' })),
    { patientId },
  )
  const secret = path.replace('/sign/', '')
  await readConsentRequest(clinic.anonymous(), { secret })
  const signer = {
    signerName: 'Maren Lindqvist',
    confirmsName: true,
    agreesToSignElectronically: true,
  } as const
  const { content } = await signConsent(clinic.anonymous(), { secret, ...signer })
  const certificate = (await pdfPages(content)).at(-1)
  for (const fact of [
    'E-mail of the patientm***@example.test',
    ', by Ada Byron',
    'Users of the clinic who saw the linkLee Chen, Kim Adeyemi',
    Buffer.from(head.sha256).toString('hex'),
    head.signedAt.toISOString(),
  ])
    expect(certificate).toContain(fact)
  expect(certificate).not.toContain('maren@')
})

test('the assigned attorney can download the form, and another attorney gets not found', async ({
  clinic,
}) => {
  const { rae, patientId, receipt } = await signed(clinic)
  expect(await downloadConsentForm(clinic.as(rae), { patientId })).toMatchObject({ sha256: receipt.sha256 })
  const other = clinic.as(await clinic.user({ role: 'attorney' }))
  await expect(downloadConsentForm(other, { patientId })).rejects.toMatchObject({
    code: 'not_found',
    message: 'Patient not found',
  })
})

test('the certificate of a form by DocuSign has the access of the form, and only such a form has one', async ({
  clinic,
  database,
  server,
}) => {
  const { patientId, rae, receipt } = await signed(clinic)
  const admin = await clinic.user({ role: 'admin' })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const at = `/api/patients/${patientId}/consent-form?part=certificate`
  expect(await visitor.call('GET', at)).toMatchObject({
    status: 404,
    json: { message: 'Certificate of this form not found' },
  })
  const content = new Uint8Array(Buffer.from('%PDF-1.7 the certificate of an envelope'))
  await asOwner(database, (owner) =>
    owner.query('UPDATE signed_consent_forms SET certificate = $1', [Buffer.from(content)]),
  )
  const answer = await visitor.call('GET', at)
  expect(answer).toMatchObject({ status: 200, text: Buffer.from(content).toString() })
  expect(answer.headers.get('content-disposition')).toContain('certificate-of-consent-')
  expect(await downloadConsentForm(clinic.as(rae), { patientId, part: 'certificate' })).toMatchObject({
    ...{ part: 'certificate', mimeType: 'application/pdf', fileSize: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  expect(await downloadConsentForm(clinic.as(rae), { patientId })).toMatchObject({ sha256: receipt.sha256 })
  const downloads = await clinic.db.auditLog.findMany({
    where: { action: 'downloaded', resourceType: 'consent_form' },
    orderBy: { id: 'asc' },
  })
  expect(downloads.map(({ userId, details }) => [userId, details])).toEqual([
    [admin.id, { part: 'certificate' }],
    [rae.id, { part: 'certificate' }],
    [rae.id, null],
  ])
  await revokeConsent(clinic.as(admin), { patientId, reason: 'Took it back by phone' })
  await expect(downloadConsentForm(clinic.as(rae), { patientId, part: 'certificate' })).rejects.toMatchObject(
    { code: 'forbidden' },
  )
})

test.for([
  ['a form that cannot describe the injury is open under any scope', '', null],
  ['a form that may describe it needs a scope that opens it', '{{patient.injury}}', 'forbidden'],
] as const)('%s', async ([, line, refused], { clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const rae = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  const template = { ...standardTemplate, name: 'Imaging', body: `${standardTemplate.body}\n\n${line}` }
  const { id: templateId } = await createConsentTemplate(admin, template)
  const scope = { ...ALL_RECORDS, categories: ['imaging' as const] }
  await sendConsent(admin, { patientId, templateId, scope, copyToRecipients: true })
  const secret = (await showSigningLink(admin, { patientId })).path.replace('/sign/', '')
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    ...{ secret, signerName: 'Maren Lindqvist', agreesToSignElectronically: true },
  })
  const code = await downloadConsentForm(clinic.as(rae), { patientId }).then(
    () => null,
    (error: { code: string }) => error.code,
  )
  expect(code).toBe(refused)
  expect(await clinic.db.alert.count({ where: { userId: rae.id, type: 'consent_copy' } })).toBe(
    refused ? 0 : 1,
  )
  expect(await downloadConsentForm(admin, { patientId })).toMatchObject({ patientId })
})

test('after a revocation, the assigned attorney cannot open the form, and the clinic can', async ({
  clinic,
}) => {
  const { staff, rae, patientId } = await signed(clinic)
  await revokeConsent(staff, { patientId, reason: 'Took it back by phone' })
  await expect(downloadConsentForm(clinic.as(rae), { patientId })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'The patient revoked the consent, so its form is closed.',
  })
  expect(await downloadConsentForm(staff, { patientId })).toMatchObject({ patientId })
})

test('a patient without a form has none', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ status: 'consent_signed' })
  await expect(downloadConsentForm(staff, { patientId: patient.id })).rejects.toMatchObject({
    code: 'not_found',
    message: 'Consent form not found',
  })
})

test('an unknown request ID with any characters gives not found', async ({ clinic }) => {
  const { staff, patientId } = await signed(clinic)
  for (const requestId of ['İstanbul', '01a1fcf0-bbdc-730f-8d22-fb8393291341'])
    await expect(downloadConsentForm(staff, { patientId, requestId })).rejects.toMatchObject({
      code: 'not_found',
    })
})

test('staff can see the open link, and each view writes one audit row', async ({ clinic }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  const link = await showSigningLink(clinic.as(staff), { patientId: patient.id })
  expect(link).toEqual({
    path: expect.stringMatching(/^\/sign\/[\w-]{43}$/),
    email: patient.email,
    sentAt: clinic.now,
    expiresAt: new Date('2026-02-04T15:00:00Z'),
  })
  expect(await showSigningLink(clinic.as(staff), { patientId: patient.id })).toEqual(link)
  const views = (await clinic.auditOf(patient)).filter(({ resourceType }) => resourceType === 'signing_link')
  expect(views).toHaveLength(2)
  const rows = await clinic.db.auditLog.findMany()
  expect(JSON.stringify(rows)).not.toContain(link.path.replace('/sign/', ''))
})

test('an attorney sees no signing link and takes over no device', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const rae = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ assignedAttorneyId: rae.id })
  const other = await clinic.patient()
  for (const { id } of [own, other]) await sendConsent(staff, { patientId: id })
  for (const act of [showSigningLink, signHere]) {
    await expect(act(clinic.as(rae), { patientId: own.id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(act(clinic.as(rae), { patientId: other.id })).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('there is no link before sending, after signing or after 30 days', async ({ clinic }) => {
  const none = { code: 'conflict', message: 'This patient has no open signing link' }
  const { staff, patientId } = await signed(clinic)
  await expect(showSigningLink(staff, { patientId })).rejects.toMatchObject(none)
  const fresh = await clinic.patient()
  await expect(showSigningLink(staff, { patientId: fresh.id })).rejects.toMatchObject(none)
  await sendConsent(staff, { patientId: fresh.id })
  clinic.now = new Date('2026-02-04T15:00:00Z')
  await expect(showSigningLink(staff, { patientId: fresh.id })).rejects.toMatchObject(none)
})
