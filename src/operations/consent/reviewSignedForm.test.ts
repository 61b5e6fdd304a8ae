import { describe, expect } from 'vitest'
import type { Recipient, SignedAuthorization } from '#domain/consent/recipients.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { editClinicSettings } from '../clinic/editClinicSettings.ts'
import { markSchedulable } from '../patients/statusSteps.ts'
import { forwardRecords } from '../records/forwardRecords.ts'
import { downloadRecord } from '../records/serveRecord.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { requestAuthorization } from './requestAuthorization.ts'
import { acceptSignedForm, rejectSignedForm } from './reviewSignedForm.ts'
import { revokeConsent } from './revokeConsent.ts'
import { revokePartOfConsent } from './revokePartOfConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'

const reason = 'Another person signed this form'

/** Jane Doe with a record and an assigned attorney, whom her form names. */
async function setUp(clinic: TestClinic) {
  const staff = clinic.as(await clinic.user({ role: 'staff' }))
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const rae = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({
    ...{ firstName: 'Jane', lastName: 'Doe', createdById: staff.actor.id, assignedAttorneyId: rae.id },
  })
  const record = await storedRecord(clinic, { patientId: patient.id, uploadedById: staff.actor.id })
  const which = { patientId: patient.id, recordId: record.id }
  const newest = () =>
    clinic.db.consentRequest.findFirstOrThrow({
      where: { patientId: patient.id },
      orderBy: { createdAt: 'desc' },
    })
  return {
    ...{ staff, admin, rae, patientId: patient.id, newest },
    current: () => clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } }),
    looksAtRecord: () => downloadRecord(clinic.as(rae), which),
    signAs: async (signerName: string, more: { confirmsName?: true } = {}, send = sendConsent) => {
      clinic.now = new Date(clinic.now.getTime() + 60_000)
      await send(staff, { patientId: patient.id })
      const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
      await readConsentRequest(clinic.anonymous(), { secret })
      const signature = { secret, signerName, agreesToSignElectronically: true, ...more } as const
      await signConsent(clinic.anonymous(), signature)
      return { patientId: patient.id, requestId: (await newest()).id }
    },
  }
}

const closed = { code: 'forbidden', message: expect.stringContaining('review') }

describe('a name that differs from the patient’s', () => {
  test.for(['Xx', 'Mickey Mouse'])('%s is asked about, and then opens nothing', async (name, { clinic }) => {
    const { signAs, newest, current, looksAtRecord, admin, staff, patientId } = await setUp(clinic)
    await expect(signAs(name)).rejects.toMatchObject({
      fields: { confirmsName: 'This form is for Jane Doe. Are you Jane Doe?' },
    })
    await clinic.db.consentRequest.updateMany({ where: { state: 'sent' }, data: { state: 'voided' } })
    await clinic.db.patient.updateMany({ data: { status: 'pending_consent' } })
    await signAs(name, { confirmsName: true })
    expect(await newest()).toMatchObject({
      ...{ state: 'signed', signerName: name, reviewState: 'waiting', reviewReasons: ['name_differs'] },
    })
    expect(await current()).toMatchObject({ status: 'consent_signed', authorization: null })
    for (const recordsBeforeConsent of ['open', 'closed'] as const) {
      await editClinicSettings(admin, { recordsBeforeConsent })
      await expect(looksAtRecord()).rejects.toMatchObject(closed)
    }
    await clinic.db.patient.updateMany({ data: { status: 'treatment_completed' } })
    const [record] = await clinic.db.patientRecord.findMany({ where: { patientId } })
    const to = { recipientId: (await current()).assignedAttorneyId ?? '', purpose: 'Their case' }
    const forwarding = { patientId, recordIds: [record?.id ?? ''], ...to }
    await expect(forwardRecords(staff, forwarding)).rejects.toMatchObject({ code: 'conflict' })
    const alerts = await clinic.db.alert.findMany({ where: { type: 'consent_review' } })
    expect(alerts.map(({ userId }) => userId).sort()).toEqual([admin.actor.id, staff.actor.id].sort())
  })

  test('is accepted if it is a spelling of the patient’s name', async ({ clinic }) => {
    const { signAs, newest, looksAtRecord } = await setUp(clinic)
    await signAs('DOE, jané m.')
    expect(await newest()).toMatchObject({ reviewState: null, reviewReasons: [] })
    expect(await looksAtRecord()).toHaveProperty('record')
  })
})

describe('a review', () => {
  test('that accepts the form opens what it names, audited, once', async ({ clinic }) => {
    const { signAs, newest, current, looksAtRecord, staff, patientId } = await setUp(clinic)
    const form = await signAs('Mickey Mouse', { confirmsName: true })
    await acceptSignedForm(staff, form)
    expect(await newest()).toMatchObject({ reviewState: 'accepted', reviewedById: staff.actor.id })
    expect(await current()).toMatchObject({
      ...{ status: 'consent_signed', reviewRequestId: null },
      authorization: { requestId: form.requestId },
    })
    expect(await looksAtRecord()).toHaveProperty('record')
    const rows = await clinic.db.auditLog.findMany({ where: { patientId, action: 'updated' } })
    expect(rows.at(-1)).toMatchObject({
      ...{ userId: staff.actor.id, resourceId: form.requestId },
      details: { fields: ['reviewState'], state: 'accepted' },
    })
    const again = [() => acceptSignedForm(staff, form), () => rejectSignedForm(staff, { ...form, reason })]
    for (const decide of again) await expect(decide()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('that rejects the form needs a reason and returns the patient as after a decline', async ({
    clinic,
  }) => {
    const { signAs, newest, current, staff, rae, patientId } = await setUp(clinic)
    const form = await signAs('Mickey Mouse', { confirmsName: true })
    await markSchedulable(staff, { patientId })
    await expect(rejectSignedForm(staff, { ...form, reason: 'no' })).rejects.toMatchObject({
      fields: { reason: 'Reason must be at least 10 characters' },
    })
    const signatures = () => clinic.db.consentSignature.count({ where: { requestId: form.requestId } })
    expect(await signatures()).toBe(1)
    await rejectSignedForm(staff, { ...form, reason })
    expect(await current()).toMatchObject({
      ...{ status: 'pending_consent', authorization: null, reviewRequestId: null },
    })
    expect(await newest()).toMatchObject({ reviewState: 'rejected', reviewNote: reason, state: 'signed' })
    expect(await signatures()).toBe(0)
    const alerts = await clinic.db.alert.findMany({ where: { type: 'consent_rejected', userId: rae.id } })
    expect(alerts).toMatchObject([{ message: expect.stringContaining(reason) }])
  })

  test('that rejects a form keeps an earlier revocation, so that nothing opens again', async ({ clinic }) => {
    const { signAs, current, looksAtRecord, staff, patientId } = await setUp(clinic)
    await signAs('Jane Doe')
    clinic.now = new Date(clinic.now.getTime() + 60_000)
    await revokeConsent(staff, { patientId, reason: 'Called and revoked it' })
    const form = await signAs('Mickey Mouse', { confirmsName: true })
    expect((await current()).consentRevokedAt).not.toBeNull()
    await rejectSignedForm(staff, { ...form, reason })
    await expect(looksAtRecord()).rejects.toMatchObject({ message: expect.stringContaining('revoked') })
  })

  test('ends when the patient revokes the consent or signs again', async ({ clinic }) => {
    const { signAs, looksAtRecord, current, staff, patientId } = await setUp(clinic)
    const form = await signAs('Mickey Mouse', { confirmsName: true })
    await revokeConsent(staff, { patientId, reason: 'Called and revoked it' })
    await expect(acceptSignedForm(staff, form)).rejects.toMatchObject({ code: 'conflict' })
    const second = await signAs('Mickey Mouse', { confirmsName: true })
    await clinic.db.patient.updateMany({ data: { status: 'pending_consent' } })
    await signAs('Jane Doe')
    expect(await current()).toMatchObject({ reviewRequestId: null, consentRevokedAt: null })
    await expect(acceptSignedForm(staff, second)).rejects.toMatchObject({ code: 'conflict' })
    expect(await looksAtRecord()).toHaveProperty('record')
  })

  test('cannot accept a form that expired while it waited, and rejects it', async ({ clinic }) => {
    const { signAs, current, staff } = await setUp(clinic)
    const form = await signAs('Mickey Mouse', { confirmsName: true })
    clinic.now = new Date(clinic.now.getTime() + 366 * 86_400_000)
    await expect(acceptSignedForm(staff, form)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^This form expired on \w+ \d+, \d{4}, while it waited\./),
    })
    expect(await current()).toMatchObject({ authorization: null, reviewRequestId: form.requestId })
    await rejectSignedForm(staff, { ...form, reason })
    expect(await current()).toMatchObject({ status: 'pending_consent', reviewRequestId: null })
  })

  test('that accepts a form does not reopen what the patient revoked after signing it', async ({
    clinic,
  }) => {
    const { signAs, current, looksAtRecord, staff, rae, patientId } = await setUp(clinic)
    const first = await signAs('Jane Doe')
    const { authorization } = await current()
    const [toRae] = (authorization as SignedAuthorization).recipients
    const recipients = [toRae, { userId: null, name: 'Lee Park', firm: null, address: null }] as Recipient[]
    await clinic.db.patient.update({
      where: { id: patientId },
      data: { authorization: { ...(authorization as SignedAuthorization), recipients } },
    })
    const second = await signAs('Mickey Mouse', { confirmsName: true }, requestAuthorization)
    clinic.now = new Date(clinic.now.getTime() + 60_000)
    await revokePartOfConsent(staff, { ...first, recipient: 0, reason: 'Called and revoked it' })
    await acceptSignedForm(staff, second)
    expect((await current()).authorization).toMatchObject({
      requestId: second.requestId,
      revoked: { recipients: [{ userId: rae.id }] },
    })
    await expect(looksAtRecord()).rejects.toMatchObject({ message: expect.stringContaining('revoked') })
  })

  test('is for another patient’s form not found', async ({ clinic }) => {
    const { signAs, staff } = await setUp(clinic)
    const { requestId } = await signAs('Mickey Mouse', { confirmsName: true })
    const { id: patientId } = await clinic.patient()
    for (const id of [requestId, 'x'])
      await expect(acceptSignedForm(staff, { patientId, requestId: id })).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})

test('an upgrade counts earlier forms as reviewed and raises a missing identity check', async () => {
  await withDatabaseBefore('20261124063000_who_signs', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role)
      VALUES (${id(1)}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff')`)
    await ask(`INSERT INTO patients (id, first_name, last_name, email, status, consent_signed_at, created_by, "authorization")
      VALUES (${id(3)}, 'Maren', 'Lindqvist', 'maren@example.test', 'consent_signed', '2026-01-05', ${id(1)},
        '{"requestId": ${id(5).replaceAll("'", '"')}, "recipients": []}')`)
    await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, idempotency_key, document, document_sha256,
        template_version, sent_by, closed_at, expires_at, opened_at, signer_name, disclosure_version)
      VALUES (${id(5)}, ${id(3)}, 'signed', 'built_in', gen_random_uuid(), '{}', '', '1', ${id(1)}, '2026-01-05', '2026-02-05',
          '2026-01-05', 'M', '1'),
        (${id(6)}, ${id(3)}, 'sent', 'built_in', gen_random_uuid(), '{}', '', '1', ${id(1)}, null, '2026-02-05', null, null, null)`)
    await ask(`INSERT INTO clinic_settings (id, identity_check) VALUES (1, 'none')`)
    await upgrade()
    const rows = await ask(
      'SELECT signer_capacity, review_state, review_reasons, proof_uploads FROM consent_requests ORDER BY id',
    )
    const untouched = { review_state: null, review_reasons: [], proof_uploads: 0 }
    expect(rows).toEqual([
      { ...untouched, signer_capacity: 'patient' },
      { ...untouched, signer_capacity: null },
    ])
    expect(await ask('SELECT review_request_id, "authorization" IS NULL AS lost FROM patients')).toEqual([
      { review_request_id: null, lost: false },
    ])
    expect(await ask('SELECT identity_check, adult_age FROM clinic_settings')).toEqual([
      { identity_check: 'date_of_birth', adult_age: null },
    ])
  })
})

test('an upgrade keeps a stronger identity check', async () => {
  await withDatabaseBefore('20261124063000_who_signs', async ({ ask, upgrade }) => {
    await ask(`INSERT INTO clinic_settings (id, identity_check) VALUES (1, 'email_code')
      ON CONFLICT (id) DO UPDATE SET identity_check = 'email_code'`)
    await upgrade()
    expect(await ask('SELECT identity_check FROM clinic_settings')).toEqual([
      { identity_check: 'email_code' },
    ])
  })
})
