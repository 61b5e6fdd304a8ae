import { describe, expect } from 'vitest'
import { editPatient } from '#operations/patients/editPatient.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { signAt } from '#tests/support/signByLink.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { resendConsent } from './resendConsent.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'

const mailer = { send: async () => undefined, test: async () => undefined }

/** A form for Maren Lindqvist, e-mailed to a misspelled address unless the clinic has no mail server. */
async function setUp(clinic: TestClinic, { hasMail = true } = {}) {
  clinic.instances.mailer = hasMail ? mailer : null
  const rae = await clinic.user({ role: 'attorney' })
  const user = await clinic.user()
  const staff = clinic.as(user)
  const { id: patientId } = await clinic.patient({
    lastName: 'Lindqvist',
    email: 'maren@exmaple.test',
    dateOfBirth: new Date('1990-04-11'),
    assignedAttorneyId: rae.id,
  })
  // The form is signed without an identity check here.
  staff.consentRules = { ...staff.consentRules, identityCheck: 'none' }
  await sendConsent(staff, { patientId, identityCheck: 'none' })
  const { path } = await showSigningLink(staff, { patientId })
  const newest = () =>
    clinic.db.consentRequest.findFirstOrThrow({ where: { patientId }, orderBy: { id: 'desc' } })
  return {
    user,
    staff,
    patientId,
    path,
    newest,
    edit: (changes: object) => editPatient(staff, { patientId, ...changes }),
  }
}

describe('a detail of the patient that changes after the form was sent', () => {
  test.for([
    [{ email: 'maren@example.test' }, ['sent_elsewhere']],
    [{ dateOfBirth: '1990-11-04' }, ['earlier_details']],
    [{ lastName: 'Lindquist', email: 'maren@example.test' }, ['sent_elsewhere', 'earlier_details']],
    [{ preferredLanguage: 'es' }, []],
    [{ firstName: 'MAREN', email: 'Maren@Exmaple.test', phone: '(415) 555-0100' }, []],
  ] as const)('%o: a signature waits for a review because of %o', async ([changes, reasons], { clinic }) => {
    const { edit, path, newest } = await setUp(clinic)
    const { firstName, lastName } = await edit(changes)
    await signAt(clinic, path, `${firstName} ${lastName}`)
    expect(await newest()).toMatchObject({
      state: 'signed',
      reviewState: reasons.length > 0 ? 'waiting' : null,
      reviewReasons: reasons,
    })
  })

  test('is named while the form is open, also the language', async ({ clinic, server }) => {
    const { user, patientId, edit } = await setUp(clinic)
    const visitor = server.visitor()
    await visitor.signIn(user.email)
    const changed = async () => {
      const query = `{ patient(id: "${patientId}") { newestConsentRequest { changedDetails } } }`
      return (await visitor.graphql(query)).data?.patient
    }
    expect(await changed()).toEqual({ newestConsentRequest: { changedDetails: [] } })
    await edit({ preferredLanguage: 'es', email: 'maren@example.test' })
    expect(await changed()).toEqual({ newestConsentRequest: { changedDetails: ['email', 'language'] } })
  })

  test('no longer matters when the form is sent again', async ({ clinic }) => {
    const { staff, patientId, edit, newest } = await setUp(clinic)
    expect(await newest()).toMatchObject({ sentTo: 'maren@exmaple.test', statedName: 'Maren Lindqvist' })
    await edit({ email: 'maren@example.test', firstName: 'Mara' })
    await resendConsent(staff, { patientId })
    expect(await newest()).toMatchObject({ sentTo: 'maren@example.test', statedName: 'Mara Lindqvist' })
  })

  test('is not the address where staff gave the patient the link', async ({ clinic }) => {
    const { edit, path, newest } = await setUp(clinic, { hasMail: false })
    await edit({ email: 'maren@example.test' })
    await signAt(clinic, path)
    expect(await newest()).toMatchObject({ sentTo: null, state: 'signed', reviewState: null })
  })
})

test('an upgrade knows to which address an open form was e-mailed', async () => {
  await withDatabaseBefore('20261215100000_form_details', async ({ ask, upgrade }) => {
    const id = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role)
      VALUES (${id(1)}, 'sam@clinic.test', 'Sam', 'Okoye', 'staff')`)
    const forms = [
      ['sent', 'built_in', 'remote'],
      ['sent', 'docusign', 'remote'],
      ['sent', 'docusign', 'in_person'],
      ['signed', 'built_in', 'remote'],
    ]
    for (const [index, [state, provider, channel]] of forms.entries()) {
      const one = id(index + 2)
      await ask(`INSERT INTO patients (id, first_name, last_name, email, status, created_by)
        VALUES (${one}, 'Maren', 'Lindqvist', 'now${index}@example.test', 'consent_sent', ${id(1)})`)
      await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, channel, idempotency_key, document,
          document_sha256, template_version, sent_by, expires_at, closed_at, opened_at, signer_name, disclosure_version)
        VALUES (${one}, ${one}, '${state}', '${provider}', '${channel}', gen_random_uuid(), '{}', '', '1', ${id(1)}, '2027-01-01',
          ${state === 'signed' ? `'2026-12-01', '2026-12-01', 'Maren Lindqvist', '1'` : 'NULL, NULL, NULL, NULL'})`)
      if (provider === 'built_in')
        await ask(`INSERT INTO mail_messages (id, kind, to_address, patient_id, request_id)
          VALUES (${one}, 'consent_invitation', 'before${index}@example.test', ${one}, ${one})`)
    }
    await upgrade()
    expect(await ask('SELECT sent_to FROM consent_requests ORDER BY id')).toEqual([
      { sent_to: 'before0@example.test' },
      { sent_to: 'now1@example.test' },
      { sent_to: null },
      { sent_to: null },
    ])
  })
})
