import { expect } from 'vitest'
import { BULK } from '#domain/bulkJobs/bulkJob.ts'
import { SigningTrouble } from '#domain/consent/signingProblem.ts'
import { standardSpanish, standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { BulkJob } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { fakeSigning } from '#tests/support/signing.ts'
import { test } from '#tests/support/test.ts'
import { createConsentTemplate } from '../consentTemplates/createConsentTemplate.ts'
import type { OperationContext } from '../context.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { addTaskToPatients } from './addTaskToPatients.ts'
import { assignPatients } from './assignPatients.ts'
import { cancelBulkJob } from './cancelBulkJob.ts'
import { exportBulkJob } from './exportBulkJob.ts'
import { exportSelectedPatients } from './exportSelectedPatients.ts'
import { followBulkJobs } from './followBulkJobs.ts'
import { previewAssignment } from './previewAssignment.ts'
import { previewConsentLanguages } from './previewConsentLanguages.ts'
import { listBulkJobRows, readBulkJob } from './readBulkJob.ts'
import { sendConsentToPatients } from './sendConsentToPatients.ts'
import { undoBulkJob } from './undoBulkJob.ts'
import { SILENCE_MS, workOnBulkJob } from './workOnBulkJob.ts'

const ids = (patients: readonly { id: string }[]) => patients.map(({ id }) => id)

/** Runs the job like the queue and returns it. */
async function run(
  clinic: TestClinic,
  { id: jobId }: { id: string },
  services: object = {},
): Promise<BulkJob> {
  await workOnBulkJob({ ...clinic.anonymous(), ...services }, { jobId })
  return clinic.db.bulkJob.findUniqueOrThrow({ where: { id: jobId } })
}

const results = (clinic: TestClinic, { id: jobId }: { id: string }) =>
  clinic.db.bulkJobRow.findMany({
    where: { jobId },
    orderBy: { position: 'asc' },
    select: { patientId: true, outcome: true, reason: true },
  })

const assignees = async (clinic: TestClinic, patients: readonly { id: string }[]) => {
  const found = await clinic.db.patient.findMany({ where: { id: { in: ids(patients) } } })
  const byId = new Map(found.map((patient) => [patient.id, patient.assignedAttorneyId]))
  return patients.map(({ id }) => byId.get(id))
}

async function setUp(clinic: TestClinic) {
  const [user, rosa] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'attorney', lastName: 'Vega' }),
  ]
  return { user, rosa, admin: clinic.as(user) }
}

const assign = (ctx: OperationContext, patients: readonly { id: string }[], assignedAttorney: string) =>
  assignPatients(ctx, { selection: { patientIds: ids(patients) }, assignedAttorney })

test('assigning several patients does what assigning each of them does, and tells which were skipped', async ({
  clinic,
}) => {
  const { user, rosa, admin } = await setUp(clinic)
  const patients = [
    await clinic.patient(),
    await clinic.patient({ assignedAttorneyId: rosa.id }),
    await clinic.patient(),
  ]
  const job = await assign(admin, [...patients, { id: crypto.randomUUID() }], rosa.id)
  expect(await run(clinic, job)).toMatchObject({ state: 'finished', done: 2, skipped: 2, rowsTotal: 4 })
  expect(await results(clinic, job)).toMatchObject([
    { outcome: 'done', reason: null },
    { outcome: 'skipped', reason: 'Already assigned to this user' },
    { outcome: 'done', reason: null },
    { outcome: 'skipped', reason: 'Patient not found' },
  ])
  expect(await assignees(clinic, patients)).toEqual([rosa.id, rosa.id, rosa.id])
  const entry = { action: 'updated', resourceType: 'patient', userId: user.id }
  expect(await clinic.auditOf(patients[0] as { id: string })).toContainEqual(entry)
  expect(await clinic.auditOf(patients[1] as { id: string }), 'no change, no entry').not.toContainEqual(entry)
  expect(await clinic.db.alert.findMany({ where: { userId: rosa.id } })).toMatchObject([
    { type: 'patient_assigned', message: '2 patients were assigned to you', patientId: null },
  ])
  const denied = await clinic.db.auditLog.findMany({ where: { action: 'denied' } })
  expect(denied).toMatchObject([{ userId: user.id, details: { code: 'not_found', bulkJob: job.id } }])
})

test('a preview names the patients whose signed form does not name the new attorney', async ({ clinic }) => {
  const { rosa, admin } = await setUp(clinic)
  const form = (userId: string | null, name: string) => ({
    ...{ requestId: crypto.randomUUID(), recipients: [{ userId, name, firm: null, address: null }] },
    scope: { categories: null, sensitive: [], serviceFrom: null, serviceTo: null },
    revoked: { recipients: [], categories: [] },
  })
  const unsigned = await clinic.patient()
  const named = await clinic.patient({ authorization: form(rosa.id, 'Rosa Vega') })
  const unnamed = await clinic.patient({ authorization: form(null, 'Lee Park') })
  const revoked = await clinic.patient({
    authorization: {
      ...form(rosa.id, 'Rosa Vega'),
      revoked: { recipients: form(rosa.id, 'Rosa Vega').recipients, categories: [] },
    },
  })
  const selection = { patientIds: ids([unsigned, named, unnamed, revoked]) }
  const preview = await previewAssignment(admin, { selection, assignedAttorney: rosa.id })
  expect(preview.unnamedCount).toBe(2)
  expect(ids(preview.unnamedPatients).sort()).toEqual(ids([unnamed, revoked]).sort())
  const staff = await clinic.user()
  for (const assignedAttorney of [staff.id, 'none'])
    expect(await previewAssignment(admin, { selection, assignedAttorney })).toMatchObject({ unnamedCount: 0 })
  await expect(
    previewAssignment(clinic.as(staff), { selection, assignedAttorney: rosa.id }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('before sending, the patients are named who would get the form in English against their wish', async ({
  clinic,
}) => {
  const { admin, rosa } = await setUp(clinic)
  const preferredLanguage = 'es' as const
  const [hers, other] = [
    await clinic.patient({ preferredLanguage, assignedAttorneyId: rosa.id }),
    await clinic.patient({ preferredLanguage }),
  ]
  const selection = { patientIds: ids([hers, other, await clinic.patient()]) }
  const { title, body, validDays } = standardTemplate
  const template = await createConsentTemplate(admin, { name: 'English', title, body, validDays })
  const input = { selection, templateId: template.id }
  const preview = await previewConsentLanguages(admin, input)
  expect(preview.englishCount).toBe(2)
  expect(ids(preview.englishPatients).sort()).toEqual(ids([hers, other]).sort())
  expect(ids((await previewConsentLanguages(clinic.as(rosa), input)).englishPatients)).toEqual([hers.id])
  const spanish = { title: standardSpanish.title, body: standardSpanish.body }
  const both = await createConsentTemplate(admin, { name: 'Both', title, body, validDays, spanish })
  expect(await previewConsentLanguages(admin, { selection, templateId: both.id })).toEqual({
    englishCount: 0,
    englishPatients: [],
  })
  await expect(
    previewConsentLanguages(admin, { selection, templateId: 'no template' }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('undo gives patients back to their former assignees, once, except those reassigned since', async ({
  clinic,
}) => {
  const { rosa, admin } = await setUp(clinic)
  const [former, other] = [await clinic.user(), await clinic.user()]
  const patients = [
    await clinic.patient({ assignedAttorneyId: former.id }),
    await clinic.patient(),
    await clinic.patient(),
  ]
  const job = await assign(admin, patients, rosa.id)
  await expect(undoBulkJob(admin, { bulkJobId: job.id })).rejects.toMatchObject({ code: 'conflict' })
  await run(clinic, job)
  await reassignPatient(admin, { patientId: patients[2]?.id as string, assignedAttorney: other.id })
  const undo = await undoBulkJob(admin, { bulkJobId: job.id })
  expect(await run(clinic, undo)).toMatchObject({ state: 'finished', done: 2, skipped: 1 })
  expect(await assignees(clinic, patients)).toEqual([former.id, null, other.id])
  expect((await results(clinic, undo))[2]?.reason).toBe('Assigned to someone else in the meantime')
  for (const bulkJobId of [job.id, undo.id])
    await expect(undoBulkJob(admin, { bulkJobId })).rejects.toMatchObject({ code: 'conflict' })
})

test('a filter selects all visible patients that match, and no others', async ({ clinic }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const own = await clinic.patient({ assignedAttorneyId: attorney.id })
  await clinic.patient({ assignedAttorneyId: attorney.id, status: 'schedulable' })
  await clinic.patient()
  const job = await addTaskToPatients(clinic.as(attorney), {
    selection: { filter: { status: 'pending_consent', search: null } },
    title: 'Call',
    assignedTo: attorney.id,
    priority: 'normal',
  })
  expect(await run(clinic, job)).toMatchObject({ state: 'finished', rowsTotal: 1, done: 1 })
  expect(await clinic.db.task.findMany()).toMatchObject([
    { title: 'Call', patientId: own.id, createdById: attorney.id, assignedToId: attorney.id },
  ])
})

test('each row has the rules of the single action: an attorney cannot act on another’s patient', async ({
  clinic,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const hidden = await clinic.patient()
  const ctx = clinic.as(attorney)
  const own = await clinic.patient({ assignedAttorneyId: attorney.id })
  const of = (patientIds: string[]) => ({ selection: { patientIds } })
  await expect(assignPatients(ctx, { ...of([own.id]), assignedAttorney: attorney.id })).rejects.toMatchObject(
    {
      code: 'forbidden',
    },
  )
  const signing = fakeSigning()
  for (const start of [
    (some: string[]) => sendConsentToPatients(ctx, of(some)),
    (some: string[]) =>
      addTaskToPatients(ctx, { ...of(some), title: 'Call', assignedTo: attorney.id, priority: 'normal' }),
    (some: string[]) => exportSelectedPatients(ctx, of(some)),
  ]) {
    // One visible patient is enough to start, and the other one is refused on their own row.
    await expect(start([hidden.id])).rejects.toMatchObject({ code: 'not_found' })
    const job = await start([own.id, hidden.id])
    expect(await run(clinic, job, { signing })).toMatchObject({ state: 'finished', skipped: 1 })
    expect((await results(clinic, job))[1]?.reason).toBe('Patient not found')
  }
  expect(signing.orders).toHaveLength(1)
  expect(await clinic.db.task.findMany()).toMatchObject([{ patientId: own.id }])
})

test('consent is sent to patients who may be asked, and the others are skipped with the reason', async ({
  clinic,
}) => {
  const staff = clinic.as(await clinic.user())
  const patients = [
    await clinic.patient(),
    await clinic.patient({ status: 'schedulable' }),
    await clinic.patient({ dateOfDeath: new Date('2026-01-02') }),
    await clinic.patient(),
  ]
  const signing = fakeSigning()
  const job = await sendConsentToPatients(staff, { selection: { patientIds: ids(patients) } })
  expect(await run(clinic, job, { signing })).toMatchObject({ state: 'finished', done: 2, skipped: 2 })
  expect(signing.orders).toHaveLength(2)
  const [, later, died] = await results(clinic, job)
  expect(later).toMatchObject({ outcome: 'skipped', reason: expect.stringMatching(/./) })
  expect(died).toMatchObject({ outcome: 'skipped', reason: expect.stringContaining('has died') })
})

test('after a crash, a job resumes at the next row, and no patient is done twice', async ({ clinic }) => {
  const user = await clinic.user()
  const patients = [await clinic.patient(), await clinic.patient(), await clinic.patient()]
  const signing = fakeSigning()
  const job = await sendConsentToPatients(clinic.as(user), { selection: { patientIds: ids(patients) } })
  // The process dies after the provider took the second form, before the result is recorded.
  let calls = 0
  const dying = {
    ...signing,
    of: (name: never) => {
      const provider = signing.of(name)
      return {
        ...provider,
        send: async (order: never) => {
          calls += 1
          const envelope = await provider.send(order)
          if (calls === 2) await clinic.db.bulkJob.update({ where: { id: job.id }, data: { run: null } })
          return envelope
        },
      }
    },
  }
  await run(clinic, job, { signing: dying })
  expect(signing.orders).toHaveLength(2)
  expect((await results(clinic, job)).map(({ outcome }) => outcome)).toEqual(['done', null, null])
  expect(await run(clinic, job, { signing })).toMatchObject({ state: 'finished', done: 3, skipped: 0 })
  expect(signing.orders, 'one form each').toHaveLength(3)
})

test('two runs at once do each patient once', async ({ clinic }) => {
  const user = await clinic.user()
  const patients = [await clinic.patient(), await clinic.patient(), await clinic.patient()]
  const job = await addTaskToPatients(clinic.as(user), {
    ...{ selection: { patientIds: ids(patients) }, title: 'Call', assignedTo: user.id, priority: 'normal' },
  })
  await Promise.all([run(clinic, job), run(clinic, job), run(clinic, job)])
  await run(clinic, job)
  expect(await clinic.db.task.count()).toBe(3)
})

test('a job whose process died is resumed, and old results are deleted', async ({ clinic }) => {
  const { rosa, admin } = await setUp(clinic)
  const job = await assign(admin, [await clinic.patient()], rosa.id)
  await clinic.db.bulkJob.update({
    where: { id: job.id },
    data: { run: crypto.randomUUID(), seenAt: clinic.now },
  })
  await followBulkJobs(clinic.anonymous())
  expect(await run(clinic, job), 'a silent minute is not a crash').toMatchObject({ done: 0 })
  clinic.now = new Date(clinic.now.getTime() + SILENCE_MS + 1)
  await followBulkJobs(clinic.anonymous())
  expect(await readBulkJob(admin, job.id)).toMatchObject({ state: 'finished', done: 1 })
  clinic.now = new Date(clinic.now.getTime() + BULK.keptDays * 86_400_000 + 1)
  await followBulkJobs(clinic.anonymous())
  expect(await clinic.db.bulkJobRow.count()).toBe(0)
})

test('a job ends when its user is deactivated or it is cancelled', async ({ clinic }) => {
  const { user, rosa, admin } = await setUp(clinic)
  const patient = await clinic.patient()
  const cancelled = await assign(admin, [patient], rosa.id)
  await cancelBulkJob(admin, { bulkJobId: cancelled.id })
  expect(await run(clinic, cancelled)).toMatchObject({ state: 'cancelled', done: 0 })
  const orphaned = await assign(admin, [patient], rosa.id)
  await clinic.db.user.update({ where: { id: user.id }, data: { isActive: false } })
  expect(await run(clinic, orphaned)).toMatchObject({
    state: 'failed',
    error: /no longer has access/,
    done: 0,
  })
  expect(await assignees(clinic, [patient])).toEqual([null])
})

test('a provider that refuses five forms in a row ends the job', async ({ clinic }) => {
  const patients: { id: string }[] = []
  for (let n = 0; n < 7; n += 1) patients.push(await clinic.patient())
  const signing = fakeSigning()
  const down = {
    ...signing,
    of: (name: never) => ({ ...signing.of(name), send: () => Promise.reject(new SigningTrouble('down')) }),
  }
  const ctx = clinic.as(await clinic.user())
  const job = await sendConsentToPatients(ctx, { selection: { patientIds: ids(patients) } })
  expect(await run(clinic, job, { signing: down })).toMatchObject({ state: 'failed', done: 0, skipped: 5 })
})

test('the size of a job, the jobs at once and the patients per hour are bounded', async ({ clinic }) => {
  const { user, rosa, admin } = await setUp(clinic)
  const many = Array.from({ length: BULK.patients + 1 }, () => ({ id: crypto.randomUUID() }))
  await expect(assign(admin, many, rosa.id)).rejects.toMatchObject({ code: 'invalid' })
  await expect(assign(admin, [], rosa.id)).rejects.toMatchObject({ code: 'invalid' })
  await clinic.db.patient.createMany({
    data: many.map(({ id }, n) => ({
      ...{ id, firstName: 'A', lastName: 'B', email: `p${n}@example.test`, createdById: user.id },
    })),
  })
  await expect(
    assignPatients(admin, { selection: { filter: { search: null } }, assignedAttorney: rosa.id }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { selection: /More than 1,000/ } })

  const first = await assign(admin, many.slice(0, 1), rosa.id)
  await expect(assign(admin, many.slice(0, 1), rosa.id)).rejects.toMatchObject({ code: 'conflict' })
  await run(clinic, first)
  await clinic.db.bulkJob.createMany({
    data: Array.from({ length: BULK.patientsPerHour / BULK.patients }, () => ({
      ...{ kind: 'assign' as const, state: 'finished' as const, choices: {} },
      ...{ rowsTotal: BULK.patients, requestedById: user.id, createdAt: clinic.now },
    })),
  })
  await expect(assign(admin, many.slice(0, 1), rosa.id)).rejects.toMatchObject({
    code: 'rate_limited',
    facts: { retryAfter: 3600 },
  })
})

test('only the user who started a job sees it, and its rows name only visible patients', async ({
  clinic,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const ctx = clinic.as(attorney)
  const [kept, lost] = [
    await clinic.patient({ assignedAttorneyId: attorney.id }),
    await clinic.patient({ assignedAttorneyId: attorney.id }),
  ]
  const job = await exportSelectedPatients(ctx, { selection: { patientIds: [kept.id, lost.id] } })
  await expect(exportBulkJob(ctx, job.id, {})).rejects.toMatchObject({ code: 'conflict' })
  await run(clinic, job)
  const { admin } = await setUp(clinic)
  await reassignPatient(admin, { patientId: lost.id, assignedAttorney: 'none' })
  const { rows } = await listBulkJobRows(ctx, { id: job.id }, {})
  expect(rows.map(({ node }) => node.patient?.id)).toEqual([kept.id, undefined])
  const table = await exportBulkJob(ctx, job.id, {})
  const at = table.columns.indexOf('id')
  expect(table.rows.map((row) => row[at])).toEqual([kept.id])
  const exported = await clinic.db.auditLog.findMany({ where: { action: 'exported' } })
  expect(exported).toMatchObject([{ userId: attorney.id, details: { filters: ['bulkJob'] } }])
  for (const ask of [
    () => readBulkJob(admin, job.id),
    () => listBulkJobRows(admin, { id: job.id }, {}),
    () => exportBulkJob(admin, job.id, {}),
    () => cancelBulkJob(admin, { bulkJobId: job.id }),
    () => undoBulkJob(admin, { bulkJobId: job.id }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
})
