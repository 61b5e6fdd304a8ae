import { expect } from 'vitest'
import {
  closedRecords,
  type RecordClosing,
  type RecordsBeforeConsent,
  recordsBeforeConsentChoices,
} from '#domain/consent/authorization.ts'
import type { SignedAuthorization } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, type Scope } from '#domain/consent/scope.ts'
import { editClinicSettings } from '#operations/clinic/editClinicSettings.ts'
import { addNote } from '#operations/notes/notes.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { forwardablePatient, signedForm } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer } from '#tests/support/testServer.ts'

// What an assigned attorney gets from both endpoints, for each state of the authorization, each scope and each setting.

const byGraphQL = `query ($id: ID!) {
  patient(id: $id) { recordsClosed injuryDescription notes }
  patientRecords(patientId: $id) { edges { node { id fileName } } }
  patientNotes(patientId: $id) { edges { node { content } } }
}`

/** A record of each kind that a scope treats differently. */
const records = {
  plain: {},
  mri: { category: 'imaging', serviceDate: new Date('2026-01-05') },
  'old mri': { category: 'imaging', serviceDate: new Date('2025-01-05') },
  'undated mri': { category: 'imaging' },
  hiv: { category: 'hiv', serviceDate: new Date('2026-01-05') },
  therapy: { category: 'psychotherapy_notes' },
} as const
type Name = keyof typeof records
const names = Object.keys(records) as Name[]

const withoutSensitive: Name[] = ['plain', 'mri', 'old mri', 'undated mri']
/** Each scope, and the records that it opens. */
const scopes: Record<string, { scope: Scope; opens: Name[]; isWhole?: true }> = {
  'all records': { scope: ALL_RECORDS, opens: withoutSensitive, isWhole: true },
  'all records with HIV': {
    scope: { ...ALL_RECORDS, sensitive: ['hiv'] },
    opens: [...withoutSensitive, 'hiv'],
    isWhole: true,
  },
  imaging: { scope: { ...ALL_RECORDS, categories: ['imaging'] }, opens: ['mri', 'old mri', 'undated mri'] },
  'all records of this year': {
    scope: { ...ALL_RECORDS, serviceFrom: '2026-01-01' },
    opens: ['mri'],
  },
}

const blankRecipient = { userId: null, name: null, firm: null, address: null }
type Setting = {
  form: null | ((id: string) => Partial<SignedAuthorization>)
  /** Why everything is closed; `null` if the scope decides. */
  closing: (before: RecordsBeforeConsent) => RecordClosing | null
  /** Whether another signed form waits for a review. */
  waits?: boolean
  dates?: { consentRevokedAt?: Date; consentExpiresAt?: Date }
}
const toRae = (id: string) => ({ recipients: [{ ...blankRecipient, userId: id }] })
const past = new Date('2025-12-02T00:00:00Z')
const states = {
  'no form is signed': { form: null, closing: (before) => (before === 'open' ? null : 'not_signed') },
  'the form names the attorney': { form: toRae, closing: () => null },
  'the form names the firm': {
    form: () => ({ recipients: [{ ...blankRecipient, firm: 'Okafor Law' }] }),
    closing: () => null,
  },
  'a form waits for a review': { form: null, waits: true, closing: () => 'under_review' },
  'a form names the attorney, and a newer one waits for a review': {
    form: toRae,
    waits: true,
    closing: () => null,
  },
  'the form names another recipient': {
    form: () => ({ recipients: [{ ...blankRecipient, name: 'Lee Park' }] }),
    closing: () => 'not_named',
  },
  'the patient revoked the form': {
    form: toRae,
    closing: () => 'revoked',
    dates: { consentRevokedAt: past },
  },
  'the form has expired': { form: toRae, closing: () => 'expired', dates: { consentExpiresAt: past } },
  'the patient revoked it for the attorney': {
    form: (id) => ({
      recipients: [
        { ...blankRecipient, userId: id },
        { ...blankRecipient, firm: 'Okafor Law' },
      ],
      revoked: { recipients: [{ ...blankRecipient, userId: id }], categories: [] },
    }),
    closing: () => 'revoked',
  },
} satisfies Record<string, Setting>

const stateNames = Object.keys(states) as (keyof typeof states)[]
const cases = stateNames.flatMap((state) =>
  Object.keys(scopes)
    // The scope makes a difference only if the form decides.
    .filter((scope) => state === 'the form names the attorney' || scope === 'all records')
    .flatMap((scope) => recordsBeforeConsentChoices.map((before) => [state, scope, before] as const)),
)

async function prepare(clinic: TestClinic, { form, dates, waits = false }: Setting, scope: Scope) {
  const admin = clinic.as(await clinic.user({ role: 'admin', email: 'ada@clinic.test' }))
  const rae = await clinic.user({ role: 'attorney', email: 'rae@clinic.test', firm: 'Okafor Law' })
  await clinic.user({ role: 'attorney', email: 'tom@clinic.test', firm: 'Okafor Law' })
  const { patient, records: made } = await forwardablePatient(
    clinic,
    {
      createdById: admin.actor.id,
      assignedAttorneyId: rae.id,
      injuryDescription: 'Whiplash',
      notes: 'From intake',
      ...dates,
    },
    names,
  )
  for (const { id, fileName } of made)
    await clinic.db.patientRecord.update({ where: { id }, data: records[fileName as Name] })
  const authorization = form && signedForm('any', [], { scope, ...form(rae.id) })
  await clinic.db.$executeRaw`
    UPDATE patients SET "authorization" = ${authorization}::jsonb,
      review_request_id = CASE WHEN ${waits} THEN gen_random_uuid() END
    WHERE id = ${patient.id}::uuid`
  await addNote(admin, { patientId: patient.id, content: 'Of the clinic' })
  await addNote(clinic.as(rae), { patientId: patient.id, content: 'Their own' })
  return { admin, patient, made }
}

test.for(cases)(
  'when %s for %s and records are %s before, both endpoints agree',
  async ([state, scopeName, before], { clinic }) => {
    const setting: Setting = states[state]
    const { scope, opens: opened, isWhole = false } = scopes[scopeName] as (typeof scopes)[string]
    const { admin, patient, made } = await prepare(clinic, setting, scope)
    await editClinicSettings(admin, { recordsBeforeConsent: before })
    const why = setting.closing(before)
    const opens = why ? [] : opened
    const seesTexts = !why && isWhole
    const server = await openTestServer(clinic)
    try {
      const visitor = server.visitor()
      await visitor.signIn('rae@clinic.test')
      const at = `/api/patients/${patient.id}`
      const isRefused = why === 'revoked' || why === 'expired'
      const listed = await visitor.call('GET', `${at}/records`)
      expect(listed.status).toBe(isRefused ? 403 : 200)
      if (!isRefused)
        expect((listed.json as { fileName: string }[]).map(({ fileName }) => fileName).sort()).toEqual(
          [...opens].sort(),
        )
      for (const { id, fileName } of made) {
        const isOpen = opens.includes(fileName as Name)
        const file = await visitor.call('GET', `${at}/records/${id}/file`)
        expect(file.status, fileName).toBe(isOpen ? 200 : 403)
        if (!isOpen) expect(file.json).toMatchObject({ message: closedRecords[why ?? 'not_covered'] })
      }
      const notes = (await visitor.call('GET', `${at}/notes`)).json as { content: string }[]
      expect(notes.map(({ content }) => content).sort()).toEqual(
        seesTexts ? ['Of the clinic', 'Their own'] : ['Their own'],
      )
      const seen = (await visitor.call('GET', at)).json
      expect(seen).toMatchObject({ injuryDescription: seesTexts ? 'Whiplash' : null })
      const answer = isRefused ? byGraphQL.replace(/patientRecords.*/, '') : byGraphQL
      expect(await visitor.ask(answer, { id: patient.id })).toMatchObject({
        patient: {
          recordsClosed: why,
          injuryDescription: seesTexts ? 'Whiplash' : null,
          notes: seesTexts ? 'From intake' : null,
        },
        ...(!isRefused && { patientRecords: { edges: { length: opens.length } } }),
        patientNotes: { edges: { length: seesTexts ? 2 : 1 } },
      })
      await expectOthers(server, at, made.length)
    } finally {
      await server.close()
    }
  },
)

/** Under every form, the clinic sees all records, and an attorney who is not assigned sees none. */
async function expectOthers(
  server: Awaited<ReturnType<typeof openTestServer>>,
  at: string,
  count: number,
): Promise<void> {
  const colleague = server.visitor()
  await colleague.signIn('tom@clinic.test')
  expect((await colleague.call('GET', `${at}/records`)).status).toBe(404)
  const clinicUser = server.visitor()
  await clinicUser.signIn('ada@clinic.test')
  expect((await clinicUser.call('GET', `${at}/records`)).json).toMatchObject({ length: count })
}
