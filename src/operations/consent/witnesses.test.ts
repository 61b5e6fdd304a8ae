import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { standardSpanish, standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test as docuSignTest } from '#tests/support/docusign/test.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { pdfPages, pdfText } from '#tests/support/pdfText.ts'
import { test } from '#tests/support/test.ts'
import { withDatabaseBefore } from '#tests/support/upgrade.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import { editConsentTemplate } from '../consentTemplates/editConsentTemplate.ts'
import { makeDefaultTemplate } from '../consentTemplates/makeDefaultTemplate.ts'
import { readConsentRequest } from './readConsentRequest.ts'
import { readPaperConsentLines } from './readPaperConsentLines.ts'
import { readSigningProgress } from './readSigningProgress.ts'
import { sendConsent } from './sendConsent.ts'
import { showSigningLink } from './showSigningLink.ts'
import { signConsent } from './signConsent.ts'
import { signHere } from './signHere.ts'

const witnessed = {
  ...standardTemplate,
  spanish: standardSpanish,
  name: 'Witnessed',
  asksWitness: true,
  asksInterpreter: true,
}
const witness = { name: 'Wes Pruitt', relation: 'Neighbor', sawSignature: true as const }
const interpreter = { name: 'Linh Tran', language: 'Vietnamese', readForm: true as const }

async function setUp(clinic: TestClinic, preferredLanguage: 'en' | 'es' = 'en') {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const staff = clinic.as(await clinic.user())
  const template = await createConsentTemplate(admin, witnessed)
  const patient = await clinic.patient({ firstName: 'Mia', lastName: 'Doe', preferredLanguage })
  return { admin, staff, template, patient }
}

/** A form with both lines, sent and opened. */
async function open(clinic: TestClinic, language: 'en' | 'es' = 'en') {
  const { staff, template, patient } = await setUp(clinic, language)
  await sendConsent(staff, { patientId: patient.id, templateId: template.id })
  const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
  const anybody = clinic.anonymous()
  const { document } = await readConsentRequest(anybody, { secret })
  const request = () => clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: patient.id } })
  const sign = (others: object) =>
    signConsent(anybody, { secret, signerName: 'Mia Doe', agreesToSignElectronically: true, ...others })
  return { patient, secret, anybody, document, request, sign }
}

describe('a form with a witness line and an interpreter line', () => {
  test('says what both state, and tells the signing page which lines it has', async ({ clinic }) => {
    const { document, secret, anybody } = await open(clinic)
    expect(document.lines).toEqual(['witness', 'interpreter'])
    expect(JSON.stringify(document.blocks)).toContain('I saw the signer sign this form.')
    expect(await readSigningProgress(anybody, { secret })).toMatchObject({
      lines: ['witness', 'interpreter'],
    })
  })

  test('stores and seals what was typed, and the audit log names the fields', async ({ clinic }) => {
    const { patient, request, sign } = await open(clinic)
    const { content } = await sign({ witness, interpreter })
    expect(await request()).toMatchObject({
      ...{ state: 'signed', witnessName: 'Wes Pruitt', witnessRelation: 'Neighbor' },
      ...{ interpreterName: 'Linh Tran', interpreterLanguage: 'Vietnamese' },
    })
    const text = (await pdfText(content)).replace(/\s+/g, ' ')
    expect(text).toContain('Witness: Wes Pruitt, Neighbor. Statement: I saw the signer sign this form.')
    expect(text).toMatch(
      /Interpreter: Linh Tran\. Statement: I read this form to the signer in this ?language: Vietnamese/,
    )
    const certificate = (await pdfPages(content)).at(-1)
    expect(certificate).toContain('Wes Pruitt, Neighbor, who stated before the signature was sent')
    expect(certificate).toContain('Linh Tran, who stated before the signature was sent')
    const signed = await clinic.db.auditLog.findFirst({
      where: { action: 'consent_signed', patientId: patient.id },
    })
    expect(signed?.details).toMatchObject({
      fields: ['witnessName', 'witnessRelation', 'interpreterName', 'interpreterLanguage'],
    })
  })

  test('is sealed in Spanish for a patient who prefers Spanish', async ({ clinic }) => {
    const { sign } = await open(clinic, 'es')
    const { content } = await sign({ witness })
    expect((await pdfText(content)).replace(/\s+/g, ' ')).toContain(
      'Testigo: Wes Pruitt, Neighbor. Declaración: Vi al firmante firmar este formulario.',
    )
  })

  test.for([
    ['no witness', {}, { 'witness.name': 'Type the full name of the witness' }],
    [
      'the signer as witness',
      { witness: { ...witness, name: ' mia  DOE' } },
      { 'witness.name': expect.stringContaining('someone other than the signer') },
    ],
    [
      'a witness who states nothing',
      { witness: { ...witness, sawSignature: false } },
      { 'witness.sawSignature': expect.stringContaining('checks the box') },
    ],
    [
      'more than a name',
      { witness: { ...witness, name: 'Wes (notary): ok' } },
      { 'witness.name': expect.stringContaining('Type only a name') },
    ],
    [
      'an interpreter without a language',
      { witness, interpreter: { ...interpreter, language: ' ' } },
      { 'interpreter.language': expect.stringContaining('Type the language') },
    ],
  ] as const)('cannot be signed with %s', async ([, others, fields], { clinic }) => {
    const { request, sign } = await open(clinic)
    await expect(sign(others)).rejects.toMatchObject({ code: 'invalid', fields })
    expect(await request()).toMatchObject({ state: 'sent', witnessName: null })
  })

  test('needs the relation of the witness on paper, and takes an interpreter', async ({ clinic }) => {
    const { admin, staff, template, patient } = await setUp(clinic)
    expect(await readPaperConsentLines(staff, { patientId: patient.id })).toEqual([])
    await makeDefaultTemplate(admin, { templateId: template.id })
    expect(await readPaperConsentLines(staff, { patientId: patient.id })).toEqual(['witness', 'interpreter'])
    const record = (typed: object) => bringPaper(staff, patient.id, undefined, typed)
    await expect(record({})).rejects.toMatchObject({ fields: { witnessRelation: expect.any(String) } })
    await expect(record({ witnessRelation: 'Nurse', interpreterName: 'Linh Tran' })).rejects.toMatchObject({
      fields: { interpreterLanguage: expect.any(String) },
    })
    await record({
      witnessRelation: 'Nurse',
      interpreterName: 'Linh Tran',
      interpreterLanguage: 'Vietnamese',
    })
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
      ...{ witnessName: 'Wes Witness', witnessRelation: 'Nurse', channel: 'paper', provider: 'built_in' },
      ...{ interpreterName: 'Linh Tran', interpreterLanguage: 'Vietnamese' },
    })
  })
})

test('a form without these lines takes neither', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ firstName: 'Mia', lastName: 'Doe' })
  await sendConsent(staff, { patientId: patient.id })
  const secret = (await showSigningLink(staff, { patientId: patient.id })).path.replace('/sign/', '')
  const { document } = await readConsentRequest(clinic.anonymous(), { secret })
  expect(document).not.toHaveProperty('lines')
  const signed = { secret, signerName: 'Mia Doe', agreesToSignElectronically: true as const }
  await expect(signConsent(clinic.anonymous(), { ...signed, witness })).rejects.toMatchObject({
    fields: { 'witness.name': 'This form has no such line' },
  })
})

test('the lines are part of a version and its hash, and an edit without them keeps them', async ({
  clinic,
}) => {
  const { admin, template } = await setUp(clinic)
  const { body, validDays, spanish } = witnessed
  const hashOf = (title: string, ...lines: boolean[]) =>
    createHash('sha256')
      .update(
        JSON.stringify([title, body.trimEnd(), spanish.title, spanish.body.trimEnd(), validDays, ...lines]),
      )
      .digest('hex')
  expect(template.latest.sha256).toBe(hashOf(witnessed.title, true, true))
  const { asksWitness, asksInterpreter, ...rest } = witnessed
  const edit = { ...rest, templateId: template.id }
  const renamed = await editConsentTemplate(admin, { ...edit, basedOn: 1, title: 'Another title' })
  expect(renamed.latest).toMatchObject({ number: 2, asksWitness, asksInterpreter })
  const without = { asksWitness: false, asksInterpreter: false }
  const { latest } = await editConsentTemplate(admin, {
    ...edit,
    basedOn: 2,
    title: 'Another title',
    ...without,
  })
  expect(latest).toMatchObject({ number: 3, ...without, sha256: hashOf('Another title', false, false) })
})

docuSignTest(
  'with DocuSign, such a form is refused by e-mail and signed here on our own page',
  async ({ clinic, service }) => {
    const { admin, staff, template, patient } = await setUp(clinic)
    const ask = sendConsent(staff, { patientId: patient.id, templateId: template.id })
    await expect(ask).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('DocuSign has no fields for them'),
    })
    expect(await clinic.db.consentRequest.count()).toBe(0)
    expect(service.account.envelopes.size).toBe(0)
    await makeDefaultTemplate(admin, { templateId: template.id })
    expect((await signHere(staff, { patientId: patient.id })).path).toMatch(/^\/sign\/[\w-]{43}$/)
    expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
      ...{ provider: 'built_in', channel: 'in_person' },
    })
  },
)

test('after the upgrade, earlier templates ask for no line and earlier forms keep their witness', async () => {
  await withDatabaseBefore('20261126080000_witness_and_interpreter', async ({ ask, upgrade }) => {
    const id = (end: string) => `01a1f3a0-0000-7000-8000-0000000000${end}`
    await ask(`INSERT INTO users (id, email, first_name, last_name, role, updated_at)
       VALUES ('${id('0a')}', 'rae@example.test', 'Rae', 'Okafor', 'admin', now())`)
    await ask(`INSERT INTO patients (first_name, last_name, email, created_by, id, updated_at)
       VALUES ('Maren', 'Lindqvist', 'maren@example.test', '${id('0a')}', '${id('0b')}', now())`)
    await ask(`INSERT INTO consent_templates (id, name, is_default) VALUES ('${id('0c')}', 'Release', true)`)
    await ask(`INSERT INTO consent_template_versions (id, template_id, number, title, body, sha256)
       VALUES ('${id('0d')}', '${id('0c')}', 1, 'Release', 'Text', 'ab')`)
    await ask(`INSERT INTO consent_requests (id, patient_id, state, provider, channel, idempotency_key, document,
         document_sha256, template_version, sent_by, expires_at, closed_at, signer_name, signer_capacity, witness_name)
       VALUES ('${id('0e')}', '${id('0b')}', 'signed', 'built_in', 'paper', gen_random_uuid(), '{}', 'ab', 'Release, version 1',
         '${id('0a')}', now(), now(), 'Maren Lindqvist', 'patient', 'Wes')`)
    await upgrade()
    expect(await ask('SELECT asks_witness, asks_interpreter, sha256 FROM consent_template_versions')).toEqual(
      [{ asks_witness: false, asks_interpreter: false, sha256: 'ab' }],
    )
    expect(
      await ask('SELECT witness_name, witness_relation, interpreter_name FROM consent_requests'),
    ).toEqual([{ witness_name: 'Wes', witness_relation: null, interpreter_name: null }])
  })
})
