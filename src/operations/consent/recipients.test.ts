import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { type ConsentDocument, documentText } from '#domain/consent/document.ts'
import { NO_RECIPIENTS } from '#domain/consent/recipients.ts'
import { standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { makeDefaultTemplate } from '../consentTemplates/makeDefaultTemplate.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { resendConsent } from './resendConsent.ts'
import { revokeConsent } from './revokeConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { signConsent } from './signConsent.ts'

const nobody = { userId: null, name: null, firm: null, address: null }

const newest = (clinic: TestClinic, patientId: string) =>
  clinic.db.consentRequest.findFirstOrThrow({ where: { patientId }, orderBy: { createdAt: 'desc' } })

async function sign(clinic: TestClinic, patientId: string): Promise<void> {
  const { idempotencyKey } = await newest(clinic, patientId)
  const secret = clinic.instances.signing.current.linkSecret(idempotencyKey) as string
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    signerName: 'Maren Lindqvist',
    agreesToSignElectronically: true,
  })
}

describe('the recipients of a request', () => {
  test('are the assigned attorney with the firm by default', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const rae = await clinic.user({
      role: 'attorney',
      firstName: 'Rae',
      lastName: 'Okafor',
      firm: 'Okafor Law',
    })
    const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
    await sendConsent(staff, { patientId })
    expect((await newest(clinic, patientId)).recipients).toEqual([
      { ...nobody, userId: rae.id, name: 'Rae Okafor', firm: 'Okafor Law' },
    ])
  })

  test('are the clinic’s default recipient if no attorney is assigned', async ({ clinic }) => {
    const colleague = await clinic.user()
    const staff = clinic.as(colleague)
    for (const assignedAttorneyId of [null, colleague.id]) {
      const { id: patientId } = await clinic.patient({ assignedAttorneyId })
      await sendConsent(staff, { patientId })
      expect((await newest(clinic, patientId)).recipients).toEqual([{ ...nobody, firm: 'Test Legal Aid' }])
    }
  })

  test('are those that the sender names, with the name and firm of an attorney’s account', async ({
    clinic,
  }) => {
    const staff = clinic.as(await clinic.user())
    const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Okafor' })
    const { id: patientId } = await clinic.patient()
    const outsider = { name: ' Lee Park ', firm: 'Park & Co', address: '12 Harbor Street' }
    await sendConsent(staff, { patientId, recipients: [{ userId: rae.id }, outsider] })
    expect((await newest(clinic, patientId)).recipients).toEqual([
      { ...nobody, userId: rae.id, name: 'Rae Okafor' },
      { userId: null, name: 'Lee Park', firm: 'Park & Co', address: '12 Harbor Street' },
    ])
  })

  test('are required: without any, the request is refused and nothing is sent', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const without = { ...staff, consentRules: { ...staff.consentRules, defaultRecipient: null } }
    const { id: patientId } = await clinic.patient()
    await expect(sendConsent(without, { patientId })).rejects.toMatchObject({
      code: 'invalid',
      fields: { recipients: NO_RECIPIENTS },
    })
    expect(await clinic.db.consentRequest.count()).toBe(0)
  })

  test.for([
    ['no list', []],
    ['a recipient without a name', [{ address: '12 Harbor Street' }]],
    ['more than ten', Array.from({ length: 11 }, () => ({ name: 'Lee Park' }))],
  ])('%s is refused by its field', async ([, recipients], { clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient()
    await expect(sendConsent(staff, { patientId, recipients: recipients as [] })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  test('cannot be staff, attorneys who have left, or users who do not exist', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const { id: patientId } = await clinic.patient()
    const gone = await clinic.user({ role: 'attorney', isActive: false })
    for (const userId of [(await clinic.user()).id, gone.id, randomUUID(), 'x'])
      await expect(sendConsent(staff, { patientId, recipients: [{ userId }] })).rejects.toMatchObject({
        fields: { recipients: expect.stringContaining('A recipient has no active attorney’s account') },
      })
  })

  test('are named if they have left since the form was sent, and it is sent again', async ({ clinic }) => {
    const staff = clinic.as(await clinic.user())
    const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Okafor' })
    const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
    await sendConsent(staff, { patientId })
    await clinic.db.user.update({ where: { id: rae.id }, data: { isActive: false } })
    await expect(resendConsent(staff, { patientId })).rejects.toMatchObject({
      fields: { recipients: expect.stringContaining('Rae Okafor has no active attorney’s account') },
    })
  })
})

test('the text of every form states the recipients that the request stores', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const silent = standardTemplate.body.replaceAll('{{attorney.name}}', 'My attorney')
  const { id: templateId } = await createConsentTemplate(admin, {
    ...standardTemplate,
    name: 'Silent',
    body: silent,
  })
  await makeDefaultTemplate(admin, { templateId })
  const { id: patientId } = await clinic.patient()
  await sendConsent(admin, {
    patientId,
    recipients: [{ name: 'Lee Park', firm: 'Park & Co' }, { firm: 'Okafor Law' }],
  })
  const text = documentText((await newest(clinic, patientId)).document as ConsentDocument)
  expect(text).toContain('Who may receive: Lee Park, Park & Co; and Okafor Law')
})

test('a signed form governs until a later one names others', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [rae, tom] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  const governing = async () =>
    (await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })).authorization
  await sendConsent(admin, { patientId })
  expect(await governing()).toBeNull()
  await sign(clinic, patientId)
  expect(await governing()).toMatchObject({ recipients: [{ userId: rae.id }] })
  await revokeConsent(admin, { patientId, reason: 'Called and revoked it' })
  await reassignPatient(admin, { patientId, assignedAttorney: tom.id })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await sendConsent(admin, { patientId })
  await sign(clinic, patientId)
  const { id: requestId } = await newest(clinic, patientId)
  expect(await governing()).toMatchObject({ requestId, recipients: [{ userId: tom.id }] })
})

test('sending again keeps the recipients, unless the patient has another attorney since', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [rae, tom] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const { id: patientId } = await clinic.patient()
  await sendConsent(admin, { patientId, recipients: [{ name: 'Lee Park' }] })
  await resendConsent(admin, { patientId })
  expect((await newest(clinic, patientId)).recipients).toMatchObject([{ name: 'Lee Park' }])
  const { id: other } = await clinic.patient({ assignedAttorneyId: rae.id })
  await sendConsent(admin, { patientId: other })
  await reassignPatient(admin, { patientId: other, assignedAttorney: tom.id })
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await resendConsent(admin, { patientId: other })
  expect((await newest(clinic, other)).recipients).toMatchObject([{ userId: tom.id }])
})

test('after a revocation only the clinic can ask again', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const rae = await clinic.user({ role: 'attorney' })
  const { id: patientId } = await clinic.patient({ assignedAttorneyId: rae.id })
  await sendConsent(staff, { patientId })
  await sign(clinic, patientId)
  await revokeConsent(staff, { patientId, reason: 'Called and revoked it' })
  await expect(sendConsent(clinic.as(rae), { patientId })).rejects.toMatchObject({
    code: 'conflict',
    message: 'The patient revoked the consent. Ask the clinic to send a new request.',
  })
  await sendConsent(staff, { patientId })
  await expect(resendConsent(clinic.as(rae), { patientId })).rejects.toMatchObject({ code: 'conflict' })
})

test('an upgrade takes the assigned attorney for the recipient of earlier forms, marked as derived', async () => {
  await withDatabaseBefore('20261124050000_recipients_of_authorizations', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role) VALUES
      (${id(1)}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff'), (${id(2)}, 'rae@clinic.test', 'Rae', 'Okafor', 'attorney')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, status, consent_signed_at, assigned_attorney, created_by)
      VALUES (${id(3)}, 'Maren', 'Lindqvist', 'maren@example.test', 'consent_signed', '2026-01-05', ${id(2)}, ${id(1)}),
        (${id(4)}, 'Jo', 'Doyle', 'jo@example.test', 'consent_sent', null, null, ${id(1)})`)
    await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256,
        template_version, sent_by, closed_at, expires_at, opened_at, signer_name, disclosure_version)
      VALUES (${id(5)}, ${id(3)}, 'signed', 'built_in', gen_random_uuid(), '{}', '', '1', ${id(1)}, '2026-01-05', '2026-02-05',
          '2026-01-05', 'Maren Lindqvist', '1'),
        (${id(6)}, ${id(4)}, 'sent', 'built_in', gen_random_uuid(), '{}', '', '1', ${id(1)}, null, '2026-02-05', null, null, null)`)
    await ask(
      `INSERT INTO signed_consent_forms (id, request_id, content, sha256) VALUES (${id(7)}, ${id(5)}, 'PDF', '')`,
    )
    await upgrade()
    const recipients = [{ userId: id(2).slice(1, -1), name: 'Rae Okafor', firm: null, address: null }]
    expect(await ask('SELECT recipients, recipients_derived FROM consent_requests ORDER BY id')).toEqual([
      { recipients, recipients_derived: true },
      { recipients: [], recipients_derived: true },
    ])
    expect(await ask('SELECT "authorization" FROM patients ORDER BY id')).toEqual([
      { authorization: expect.objectContaining({ requestId: id(5).slice(1, -1), recipients }) },
      { authorization: null },
    ])
    expect(await ask('SELECT records_before_consent FROM clinic_settings')).toEqual([
      { records_before_consent: 'open' },
    ])
  })
})

test('a form signed before the patient was reassigned counts for the attorney named in its text, or for nobody', async () => {
  await withDatabaseBefore('20261124050000_recipients_of_authorizations', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    const [sam, rae, tom, ...patients] = [1, 2, 3, 4, 5, 6].map(id)
    await ask(`INSERT INTO users (id, email, first_name, last_name, role) VALUES (${sam}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff'),
      (${rae}, 'rae@clinic.test', 'Rae', 'Okafor', 'attorney'), (${tom}, 'tom@clinic.test', 'Tom', 'Abara', 'attorney')`)
    const texts = [
      'My attorney, Rae Okafor, as named in my file',
      'My attorney, as named in my file',
      'My attorney',
    ]
    for (const [index, patient] of patients.entries()) {
      await ask(`INSERT INTO patients (id, first_name, last_name, email, status, consent_signed_at, assigned_attorney, created_by)
        VALUES (${patient}, 'Maren', 'Lindqvist', 'maren${index}@example.test', 'consent_signed', '2026-01-05', ${tom}, ${sam})`)
      await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256,
          template_version, sent_by, closed_at, expires_at, opened_at, signer_name, disclosure_version)
        VALUES (${patient}, ${patient}, 'signed', 'built_in', gen_random_uuid(), '{"text": "${texts[index]}"}', '', '1', ${sam},
          '2026-01-05', '2026-02-05', '2026-01-05', 'Maren Lindqvist', '1')`)
      await ask(
        `INSERT INTO signed_consent_forms (id, request_id, content, sha256) VALUES (${patient}, ${patient}, 'PDF', '')`,
      )
      // The third was assigned to Tom before signing.
      await ask(`INSERT INTO audit_logs (id, action, resource_type, resource_id, patient_id, user_id, details, created_at)
        VALUES (gen_random_uuid(), 'updated', 'patient', ${patient}, ${patient}, ${sam}, '{"fields": ["assignedAttorney"]}',
          '2026-01-${index === 2 ? '04' : '06'}')`)
    }
    await upgrade()
    const named = (userId = '', name = '') => [
      { userId: userId.slice(1, -1), name, firm: null, address: null },
    ]
    const expected = [named(rae, 'Rae Okafor'), [], named(tom, 'Tom Abara')]
    expect(await ask('SELECT recipients FROM consent_requests ORDER BY id')).toEqual(
      expected.map((recipients) => ({ recipients })),
    )
    expect(
      await ask(`SELECT "authorization" -> 'recipients' AS recipients FROM patients ORDER BY id`),
    ).toEqual(expected.map((recipients) => ({ recipients })))
  })
})
