import { expect } from 'vitest'
import {
  closedForms,
  closedRecords,
  type FormClosing,
  type RecordClosing,
  type RecordsBeforeConsent,
  recordsBeforeConsentChoices,
} from '#domain/consent/authorization.ts'
import type { Recipient, SignedAuthorization } from '#domain/consent/recipients.ts'
import { ALL_RECORDS, type Scope } from '#domain/consent/scope.ts'
import type { User } from '#infra/prisma/client.ts'
import { editClinicSettings } from '#operations/clinic/editClinicSettings.ts'
import type { OperationContext } from '#operations/context.ts'
import { addNote } from '#operations/notes/notes.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { forwardablePatient, signedForm } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer, type TestServer, type Visitor } from '#tests/support/testServer.ts'

// What each user gets from both endpoints, for each recipient, state of the authorization, scope, kind of record,
// assignment and setting. The tables state the expected answers and use no rule of the product.

/** A record of each kind that a scope treats differently. */
const records = {
  plain: {},
  mri: { category: 'imaging', serviceDate: new Date('2026-01-05') },
  'old mri': { category: 'imaging', serviceDate: new Date('2025-01-05') },
  'undated mri': { category: 'imaging' },
  bill: { category: 'billing', serviceDate: new Date('2026-01-05') },
  hiv: { category: 'hiv', serviceDate: new Date('2026-01-05') },
  therapy: { category: 'psychotherapy_notes' },
} as const
type Name = keyof typeof records
const names = Object.keys(records) as Name[]

type Coverage = {
  scope: Scope
  revoked?: SignedAuthorization['revoked']['categories']
  opens: Name[]
  /** Whether it covers records without a category, and so the injury and the clinic's notes. */
  isWhole?: boolean
}
const imaging: Name[] = ['mri', 'old mri', 'undated mri']
const allRecords: Coverage = { scope: ALL_RECORDS, opens: ['plain', ...imaging, 'bill'], isWhole: true }
/** Each scope, and the records that it opens. */
const scopes = {
  'all records': allRecords,
  'all records with HIV': {
    ...allRecords,
    scope: { ...ALL_RECORDS, sensitive: ['hiv'] },
    opens: [...allRecords.opens, 'hiv'],
  },
  'all records, later without billing': {
    ...allRecords,
    revoked: ['billing'],
    opens: ['plain', ...imaging],
  },
  imaging: { scope: { ...ALL_RECORDS, categories: ['imaging'] }, opens: imaging },
  'all records of this year': {
    scope: { ...ALL_RECORDS, serviceFrom: '2026-01-01' },
    opens: ['mri', 'bill'],
  },
} satisfies Record<string, Coverage>

/** Rae and Tom work at the same firm. */
type Attorney = 'rae' | 'tom'
const blank: Recipient = { userId: null, name: null, firm: null, address: null }
type Form = { recipients: Recipient[]; revoked?: Recipient[] }
type Setting = {
  form: null | ((rae: string) => Form)
  /** Why the records are closed to the assigned attorney; `null` if the scope decides. */
  closing: Record<Attorney, RecordClosing | null | ((before: RecordsBeforeConsent) => RecordClosing | null)>
  /** Whether another signed form waits for a review. */
  waits?: boolean
  dates?: { consentRevokedAt?: Date; consentExpiresAt?: Date }
}
const toRae = (userId: string): Form => ({ recipients: [{ ...blank, userId }] })
const toFirm = (): Form => ({ recipients: [{ ...blank, firm: 'Okafor Law' }] })
const past = new Date('2025-12-02T00:00:00Z')
const both = (closing: Setting['closing'][Attorney]) => ({ rae: closing, tom: closing })

const states = {
  'no form is signed': { form: null, closing: both((before) => (before === 'open' ? null : 'not_signed')) },
  'the form names Rae': { form: toRae, closing: { rae: null, tom: 'not_named' } },
  'the form names the firm': { form: toFirm, closing: both(null) },
  'the form names an outsider of the firm': {
    form: () => ({ recipients: [{ ...blank, name: 'Lee Park', firm: 'Okafor Law' }] }),
    closing: both('not_named'),
  },
  'a form waits for a review': { form: null, waits: true, closing: both('under_review') },
  'the form names Rae, and a newer one waits for a review': {
    form: toRae,
    waits: true,
    closing: { rae: null, tom: 'under_review' },
  },
  'the patient revoked the form': {
    form: toRae,
    closing: both('revoked'),
    dates: { consentRevokedAt: past },
  },
  'the form has expired': { form: toFirm, closing: both('expired'), dates: { consentExpiresAt: past } },
  'the patient revoked it for Rae': {
    form: (id) => ({
      recipients: [...toRae(id).recipients, ...toFirm().recipients],
      revoked: toRae(id).recipients,
    }),
    closing: { rae: 'revoked', tom: null },
  },
  'the patient revoked it for the firm': {
    form: (id) => ({
      recipients: [...toRae(id).recipients, ...toFirm().recipients],
      revoked: toFirm().recipients,
    }),
    closing: { rae: null, tom: 'revoked' },
  },
} satisfies Record<string, Setting>

type ScopeName = keyof typeof scopes
const scopeNames = Object.keys(scopes) as ScopeName[]
const assignees = ['rae', 'tom', 'staff', 'nobody'] as const
type Assignee = (typeof assignees)[number]

/** The scope makes a difference only if the form decides. */
const casesOf = (state: keyof typeof states): { assignee: Assignee; scopeName: ScopeName }[] => [
  ...assignees.map((assignee) => ({ assignee, scopeName: 'all records' as const })),
  ...(state === 'the form names Rae' ? scopeNames.slice(1) : []).map((scopeName) => ({
    ...{ assignee: 'rae' as const, scopeName },
  })),
]

type People = { admin: User; staff: User; rae: User; tom: User }
type Expected = { why: RecordClosing | null; opens: Name[]; seesTexts: boolean; form: FormClosing | null }

function expected(setting: Setting, who: Attorney, scope: Coverage, before: RecordsBeforeConsent): Expected {
  const given = setting.closing[who]
  const why = typeof given === 'function' ? given(before) : given
  // Before a form is signed, the setting opens all records but the sensitive ones.
  const { opens, isWhole = false } = setting.form ? scope : allRecords
  const form = why ?? (setting.form ? (isWhole ? null : 'not_covered') : 'not_in_force')
  return { why, opens: why ? [] : opens, seesTexts: !why && isWhole, form }
}

async function patientIn(
  clinic: TestClinic,
  people: People,
  { form, dates, waits = false }: Setting,
  { scope, revoked = [] }: Coverage,
  assignee: Assignee,
) {
  const fileNamesOf = assignee === 'rae' || assignee === 'tom' ? names : names.slice(0, 1)
  const { patient, records: made } = await forwardablePatient(
    clinic,
    {
      ...{ createdById: people.admin.id, injuryDescription: 'Whiplash', notes: 'From intake', ...dates },
      ...{ assignedAttorneyId: assignee === 'nobody' ? null : people[assignee].id },
      consentFormUrl: '/form',
    },
    fileNamesOf,
  )
  for (const { id, fileName } of made)
    await clinic.db.patientRecord.update({ where: { id }, data: records[fileName as Name] })
  const { id: requestId } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId: patient.id },
  })
  const stated = form?.(people.rae.id)
  const authorization =
    stated &&
    signedForm(requestId, stated.recipients, {
      ...{ scope, revoked: { recipients: stated.revoked ?? [], categories: revoked } },
    })
  await clinic.db.$executeRaw`
    UPDATE patients SET "authorization" = ${authorization ?? null}::jsonb,
      review_request_id = CASE WHEN ${waits} THEN ${requestId}::uuid END
    WHERE id = ${patient.id}::uuid`
  await addNote(clinic.as(people.admin), { patientId: patient.id, content: 'Of the clinic' })
  if (assignee === 'rae' || assignee === 'tom')
    await addNote(clinic.as(people[assignee]), { patientId: patient.id, content: 'Their own' })
  return { id: patient.id, requestId, made }
}
type Case = Awaited<ReturnType<typeof patientIn>>

test.for(Object.keys(states) as (keyof typeof states)[])(
  'when %s, both endpoints answer each user alike',
  async (state, { clinic }) => {
    const people: People = {
      admin: await clinic.user({ role: 'admin', email: 'ada@clinic.test' }),
      staff: await clinic.user({ email: 'sam@clinic.test' }),
      rae: await clinic.user({ role: 'attorney', email: 'rae@clinic.test', firm: 'Okafor Law' }),
      tom: await clinic.user({ role: 'attorney', email: 'tom@clinic.test', firm: 'okafor  law' }),
    }
    const setting: Setting = states[state]
    const prepared = []
    for (const { assignee, scopeName } of casesOf(state)) {
      const scope: Coverage = scopes[scopeName]
      prepared.push({ assignee, scope, of: await patientIn(clinic, people, setting, scope, assignee) })
    }
    const server = await openTestServer(clinic)
    try {
      const visitors = await signedIn(server, people)
      for (const before of recordsBeforeConsentChoices) {
        await setBefore(clinic.as(people.admin), before)
        for (const { assignee, scope, of } of prepared)
          if (assignee === 'rae' || assignee === 'tom') {
            const answer = expected(setting, assignee, scope, before)
            await expectAnswers(visitors[assignee], of, answer)
            // The lists of the other rounds show the same rule.
            if (assignee === 'rae' && (before === 'open' || !setting.form))
              await expectEachRecord(visitors.rae, of, answer)
          }
      }
      for (const { assignee, of } of prepared.slice(0, assignees.length)) {
        for (const who of ['rae', 'tom'] as const)
          if (who !== assignee) await expectNothing(visitors[who], of)
        await expectEverything(visitors[assignee === 'staff' ? 'staff' : 'admin'], of)
      }
    } finally {
      await server.close()
    }
  },
)

const setBefore = (admin: OperationContext, recordsBeforeConsent: RecordsBeforeConsent) =>
  editClinicSettings(admin, { recordsBeforeConsent })

async function signedIn(server: TestServer, people: People): Promise<Record<keyof People, Visitor>> {
  const visitors = {} as Record<keyof People, Visitor>
  for (const who of Object.keys(people) as (keyof People)[]) {
    visitors[who] = server.visitor()
    await visitors[who].signIn(people[who].email)
  }
  return visitors
}

const chartQuery = `query ($id: ID!) {
  patient(id: $id) { recordsClosed clinicalTextsClosed injuryDescription notes consentFormUrl }
  patientNotes(patientId: $id) { edges { node { content } } }
  consentRequests(patientId: $id) { edges { node { id formUrl } } }
}`
const listQuery = 'query ($id: ID!) { patientRecords(patientId: $id) { edges { node { fileName } } } }'
const formQuery = 'query ($id: ID!) { consentForm(patientId: $id) { sha256 } }'

const recordQuery =
  'query ($id: ID!, $record: ID!) { patientRecord(patientId: $id, recordId: $record) { fileName } }'

type Records = { patientRecords: { edges: { node: { fileName: string } }[] } }
const fileNames = (list: unknown) => (list as { fileName: string }[]).map(({ fileName }) => fileName).sort()

async function expectAnswers(visitor: Visitor, of: Case, answer: Expected): Promise<void> {
  const { why, opens, seesTexts, form } = answer
  const at = `/api/patients/${of.id}`
  const isRefused = why === 'revoked' || why === 'expired'
  const listed = await visitor.call('GET', `${at}/records`)
  const queried = await visitor.graphql(listQuery, of)
  expect(listed.status).toBe(isRefused ? 403 : 200)
  if (isRefused) expect(queried.errors[0]).toMatchObject({ message: closedRecords[why] })
  else {
    expect(fileNames(listed.json)).toEqual([...opens].sort())
    const { patientRecords } = queried.data as unknown as Records
    expect(fileNames(patientRecords.edges.map(({ node }) => node))).toEqual([...opens].sort())
  }
  await expectForm(visitor, of, form)
  const notes = seesTexts ? ['Of the clinic', 'Their own'] : ['Their own']
  const inRest = (await visitor.call('GET', `${at}/notes`)).json as { content: string }[]
  expect(inRest.map(({ content }) => content).sort()).toEqual(notes)
  const injuryDescription = seesTexts ? 'Whiplash' : null
  // The text of a form that does not open to the attorney is known only from its template.
  const consentFormUrl = form && form !== 'not_covered' ? null : '/form'
  expect((await visitor.call('GET', at)).json).toMatchObject({ injuryDescription, consentFormUrl })
  expect(await visitor.ask(chartQuery, of)).toMatchObject({
    patient: {
      recordsClosed: why,
      clinicalTextsClosed: seesTexts ? null : (why ?? 'not_covered'),
      injuryDescription,
      consentFormUrl,
      notes: seesTexts ? 'From intake' : null,
    },
    patientNotes: { edges: { length: notes.length } },
    consentRequests: {
      edges: [{ node: { formUrl: form ? null : expect.stringContaining(of.requestId) } }],
    },
  })
}

/** The file of each record in REST, and its facts in GraphQL. */
async function expectEachRecord(visitor: Visitor, of: Case, { why, opens }: Expected): Promise<void> {
  for (const { id, fileName } of of.made) {
    const isOpen = opens.includes(fileName as Name)
    const file = await visitor.call('GET', `/api/patients/${of.id}/records/${id}/file`)
    expect(file.status, fileName).toBe(isOpen ? 200 : 403)
    const { errors } = await visitor.graphql(recordQuery, { ...of, record: id })
    const message = closedRecords[why ?? 'not_covered']
    if (!isOpen) expect(file.json).toMatchObject({ message })
    expect(errors.map((error) => error.message)).toEqual(isOpen ? [] : [message])
  }
}

/** The signed form, by default and by its request. */
async function expectForm(visitor: Visitor, of: Case, closing: FormClosing | null): Promise<void> {
  const at = `/api/patients/${of.id}/consent-form`
  for (const path of [at, `${at}?requestId=${of.requestId}`]) {
    const form = await visitor.call('GET', path)
    expect(form.status).toBe(closing ? 403 : 200)
    if (closing) expect(form.json).toMatchObject({ message: closedForms[closing] })
  }
  const queried = await visitor.graphql(formQuery, of)
  expect(queried.errors.map(({ message }) => message)).toEqual(closing ? [closedForms[closing]] : [])
}

/** For an attorney who is not assigned, the patient does not exist. */
async function expectNothing(visitor: Visitor, of: Case): Promise<void> {
  const at = `/api/patients/${of.id}`
  for (const path of ['/records', '/consent-form'])
    expect((await visitor.call('GET', `${at}${path}`)).status, path).toBe(404)
  const { data, errors } = await visitor.graphql(chartQuery, of)
  expect(errors[0]?.extensions.code).toBe('not_found')
  expect(data).toBe(null)
}

/** The clinic keeps the records, so no form closes them to it. */
async function expectEverything(visitor: Visitor, of: Case): Promise<void> {
  const at = `/api/patients/${of.id}`
  const { length } = of.made
  expect((await visitor.call('GET', `${at}/records`)).json).toMatchObject({ length })
  expect(await visitor.ask(listQuery, of)).toMatchObject({
    patientRecords: { edges: { length } },
  })
  await visitor.ask(recordQuery, { ...of, record: of.made.at(-1)?.id })
  await expectForm(visitor, of, null)
  expect((await visitor.call('GET', at)).json).toMatchObject({ injuryDescription: 'Whiplash' })
}
