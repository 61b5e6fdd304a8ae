import { expect } from 'vitest'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import { recipientsInWords } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, type Scope, scopeInWords } from '#domain/consent/scope.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import { patientStatuses } from '#domain/patients/status.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { declineConsent } from './declineConsent.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { requestAuthorization } from './requestAuthorization.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { signConsent } from './signConsent.ts'

const newest = (clinic: TestClinic, patientId: string) =>
  clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

async function secretOf(clinic: TestClinic, patientId: string): Promise<string> {
  const { idempotencyKey } = await newest(clinic, patientId)
  const secret = clinic.instances.signing.current.linkSecret(idempotencyKey) as string
  await readConsentRequest(clinic.anonymous(), { secret })
  return secret
}

const sign = async (clinic: TestClinic, patientId: string) =>
  signConsent(clinic.anonymous(), {
    secret: await secretOf(clinic, patientId),
    signerName: 'Maren Lindqvist',
    agreesToSignElectronically: true,
  })

const statusOf = async ({ db }: TestClinic, id: string) =>
  (await db.patient.findUniqueOrThrow({ where: { id } })).status

test.for(patientStatuses)(
  'an authorization requested at %s changes no status',
  async (status, { clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient({
      status,
      ...(status === 'dropped' && {
        dropReason: 'Moved',
        droppedAt: clinic.now,
        droppedById: staff.actor.id,
      }),
    })
    if (status === 'dropped') {
      await expect(requestAuthorization(staff, { patientId })).rejects.toMatchObject({
        message: 'This patient was dropped, so no authorization can be requested',
      })
      return
    }
    await requestAuthorization(staff, { patientId })
    expect(await statusOf(clinic, patientId)).toBe(status)
    await expect(requestAuthorization(staff, { patientId })).rejects.toMatchObject({ code: 'conflict' })
    await resendConsent(staff, { patientId })
    expect(await statusOf(clinic, patientId)).toBe(status)
    await sign(clinic, patientId)
    const isEarly = status === 'pending_consent' || status === 'consent_sent'
    expect(await statusOf(clinic, patientId)).toBe(isEarly ? 'consent_signed' : status)
  },
)

test('a declined request changes neither a later status nor the form in force', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const rae = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  await sendConsent(staff, { patientId })
  await sign(clinic, patientId)
  const before = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await requestAuthorization(clinic.as(rae), { patientId, recipients: [{ name: 'Lee Park' }] })
  const secret = await secretOf(clinic, patientId)
  await declineConsent(clinic.anonymous(), { secret, reason: 'Not him' })
  expect(await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })).toMatchObject({
    status: before.status,
    authorization: before.authorization as object,
  })
})

const scopes: Scope[] = [
  ALL_RECORDS,
  { ...ALL_RECORDS, sensitive: ['substance_use'] },
  { categories: ['imaging', 'billing'], sensitive: [], serviceFrom: '2026-01-05', serviceTo: null },
]

test('the text of every template states the terms that the request stores', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const own = {
    ...standardTemplate,
    name: 'Own',
    body: standardTemplate.body.replaceAll(/\{\{attorney[^}]*\}\}/g, 'My attorney'),
  }
  const endless = { ...standardTemplate, name: 'Without a period', validDays: null }
  const made = [await createConsentTemplate(admin, own), await createConsentTemplate(admin, endless)]
  const templates = [null, ...made.map(({ id }) => id)]
  for (const templateId of templates)
    for (const scope of scopes) {
      const { id: patientId } = await clinic.patient()
      await sendConsent(admin, {
        ...{ patientId, templateId, scope },
        recipients: [{ name: 'Lee Park', firm: 'Park & Co' }],
        purpose: 'a claim against my insurer',
      })
      const request = await newest(clinic, patientId)
      const text = documentText(request.document as ConsentDocument)
      expect(request.scope).toEqual(scope)
      expect(text).toContain(`Who may disclose: ${request.discloser}`)
      expect(text).toContain(`Who may receive: ${recipientsInWords(request.recipients as [])}`)
      expect(text).toContain(`What may be disclosed: ${scopeInWords(request.scope as Scope)}`)
      expect(text).toContain(`Why: ${request.purpose}`)
      expect(text).toContain(`Ends: ${request.ends}`)
      expect(request).toMatchObject({ discloser: admin.name, purpose: 'a claim against my insurer' })
      await sign(clinic, patientId)
      const { authorization } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
      expect(authorization).toMatchObject({ requestId: request.id, scope })
    }
})

test('sending again keeps the scope and the purpose', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await sendConsent(staff, { patientId, scope: { categories: ['imaging'] }, purpose: 'my claim' })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await resendConsent(staff, { patientId })
  expect(await newest(clinic, patientId)).toMatchObject({
    scope: { categories: ['imaging'] },
    purpose: 'my claim',
  })
})

test('a clinic without a name cannot send a form, and the error names the field', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient()
  await expect(sendConsent({ ...staff, name: ' ' }, { patientId })).rejects.toMatchObject({
    code: 'invalid',
    fields: { discloser: expect.any(String) },
  })
  expect(await clinic.db.consentRequest.count()).toBe(0)
})

test('a paper form covers what staff enter, and all records by default', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const covered = async (terms: Parameters<typeof bringPaper>[3]) => {
    const { id: patientId } = await clinic.patient()
    await bringPaper(staff, patientId, undefined, terms)
    return (await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })).authorization
  }
  expect(await covered({})).toMatchObject({ recipients: [{ firm: 'Test Legal Aid' }], scope: ALL_RECORDS })
  const scope: Scope = { ...ALL_RECORDS, categories: ['imaging'], serviceTo: '2026-01-05' }
  const lee = { name: 'Lee Park', firm: null, address: null }
  expect(await covered({ recipients: [lee], scope })).toMatchObject({
    recipients: [{ name: 'Lee Park' }],
    scope,
  })
})

test('an upgrade makes existing signed forms cover all records', async () => {
  await withDatabaseBefore('20261124062000_scope_of_authorizations', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role) VALUES
      (${id(1)}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, status, created_by, "authorization")
      VALUES (${id(3)}, 'Maren', 'Lindqvist', 'maren@example.test', 'consent_signed', ${id(1)},
          '{"requestId": "r", "recipients": []}'),
        (${id(4)}, 'Jo', 'Doyle', 'jo@example.test', 'consent_sent', ${id(1)}, null)`)
    await ask(`INSERT INTO patient_records (id, patient_id, file_name, file_path, file_size, mime_type, uploaded_by)
      VALUES (${id(5)}, ${id(3)}, 'mri.pdf', '', 1, 'application/pdf', ${id(1)})`)
    await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256,
        template_version, sent_by, expires_at)
      VALUES (${id(6)}, ${id(4)}, 'sent', 'built_in', gen_random_uuid(), '{}', '', '1', ${id(1)}, '2026-02-05')`)
    await upgrade()
    const revoked = { recipients: [], categories: [] }
    expect(await ask('SELECT "authorization" FROM patients ORDER BY id')).toEqual([
      { authorization: { requestId: 'r', recipients: [], scope: ALL_RECORDS, revoked } },
      { authorization: null },
    ])
    expect(await ask('SELECT scope, purpose, discloser, ends, keeps_status FROM consent_requests')).toEqual([
      { scope: ALL_RECORDS, purpose: null, discloser: null, ends: null, keeps_status: false },
    ])
    expect(await ask('SELECT category, service_date FROM patient_records')).toEqual([
      { category: null, service_date: null },
    ])
  })
})
