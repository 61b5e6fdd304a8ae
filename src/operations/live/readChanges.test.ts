import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { FeedPage } from '#domain/live/changeFeed.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { audit } from '#operations/audit.ts'
import type { OperationContext } from '#operations/context.ts'
import { addNote } from '#operations/notes/notes.ts'
import { inTransaction } from '#operations/operation.ts'
import { addPatient } from '#operations/patients/addPatient.ts'
import { editPatient } from '#operations/patients/editPatient.ts'
import { reassignPatient } from '#operations/patients/reassignPatient.ts'
import { restrictPatient } from '#operations/restrictions/restrictPatient.ts'
import { addTask } from '#operations/tasks/addTask.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import { readChanges } from './readChanges.ts'

const startOf = async (ctx: OperationContext) => (await readChanges(ctx, {})).cursor

/** Reads on until there is nothing more, in pages of `first`. */
async function readAll(ctx: OperationContext, after: string, first = 100) {
  const changes: FeedPage['changes'] = []
  for (let cursor = after; ; ) {
    const page = await readChanges(ctx, { after: cursor, first })
    expect(page.changes.length).toBeLessThanOrEqual(first)
    changes.push(...page.changes)
    cursor = page.cursor
    if (!page.hasMore) return { changes, cursor }
  }
}

const words = ({ changes }: { changes: FeedPage['changes'] }) =>
  changes.map(({ action, resourceType }) => `${resourceType} ${action}`)

let count = 0
const somebody = () => {
  count += 1
  return { firstName: 'Maren', lastName: 'Lindqvist', email: `maren${count}@example.test` }
}

/** Changes of the same time can come in any order. */
const later = (clinic: TestClinic): void => {
  clinic.now = new Date(clinic.now.getTime() + 1000)
}

/** Writes audit rows over several connections at once, so that they are in several chains. */
async function manyRows(clinic: TestClinic, ctx: OperationContext, rows: number) {
  const each = Array.from({ length: rows }, (_, n) => n)
  const isRead = (n: number) => n % 3 === 0
  await Promise.all(
    each.map((n) =>
      inTransaction(ctx, (inside) =>
        audit(inside, {
          action: isRead(n) ? 'viewed' : 'updated',
          resourceType: 'task',
          resourceId: `row ${n}`,
        }),
      ),
    ),
  )
  expect((await clinic.db.auditLane.findMany({ where: { length: { gt: 0 } } })).length).toBeGreaterThan(2)
  return each.filter((n) => !isRead(n)).map((n) => `row ${n}`)
}

test('a cursor leads through every later change, in order, and no read', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  await addPatient(staff, somebody())
  const start = await startOf(staff)
  const patient = await addPatient(staff, somebody())
  later(clinic)
  await editPatient(staff, { patientId: patient.id, phone: '+14155550123' })
  await editPatient(staff, { patientId: patient.id, phone: '+14155550123' })
  later(clinic)
  const note = await addNote(staff, { patientId: patient.id, content: 'Called', noteType: 'general' })
  const page = await readChanges(staff, { after: start })
  expect(page.changes).toEqual([
    {
      action: 'created',
      resourceType: 'patient',
      resourceId: patient.id,
      patientId: patient.id,
      at: expect.any(Date),
      isOwn: true,
    },
    {
      action: 'updated',
      resourceType: 'patient',
      resourceId: patient.id,
      patientId: patient.id,
      at: expect.any(Date),
      isOwn: true,
    },
    {
      action: 'created',
      resourceType: 'patient_note',
      resourceId: note.id,
      patientId: patient.id,
      at: clinic.now,
      isOwn: true,
    },
  ])
  expect(page.hasMore).toBe(false)
  expect(await readChanges(staff, { after: page.cursor })).toEqual({
    changes: [],
    cursor: page.cursor,
    hasMore: false,
  })
  const notes = await readChanges(staff, { after: start, types: ['patient_note', 'task'] })
  expect(words(notes)).toEqual(['patient_note created'])
})

test('every change is in exactly one page, in order, with pages of any size', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const start = await startOf(admin)
  const written = await manyRows(clinic, admin, 200)
  for (const first of [3, 50, 500]) {
    const { changes } = await readAll(admin, start, first)
    expect(changes.map(({ resourceId }) => resourceId).toSorted()).toEqual(written.toSorted())
    const times = changes.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
})

test('a change that commits late is not missed', async ({ clinic }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const start = await startOf(admin)
  const written = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const late = inTransaction(admin, async (inside) => {
    await audit(inside, { action: 'updated', resourceType: 'task', resourceId: 'late' })
    written.resolve()
    await commit.promise
  })
  await written.promise
  await audit(admin, { action: 'updated', resourceType: 'task', resourceId: 'early' })
  const before = await readAll(admin, start)
  expect(before.changes.map(({ resourceId }) => resourceId)).toEqual(['early'])
  commit.resolve()
  await late
  const after = await readAll(admin, before.cursor)
  expect(after.changes.map(({ resourceId }) => resourceId)).toEqual(['late'])
})

describe('a user gets', () => {
  test('only what they may see, and one notice of a patient whom they lose', async ({ clinic }) => {
    const [rae, lee] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
    const [staff, admin] = [clinic.as(await clinic.user()), clinic.as(await clinic.user({ role: 'admin' }))]
    const [asRae, asLee] = [clinic.as(rae), clinic.as(lee)]
    const start = await startOf(asRae)
    const theirs = await addPatient(staff, somebody())
    later(clinic)
    await reassignPatient(admin, { patientId: theirs.id, assignedAttorney: rae.id })
    await addPatient(staff, somebody())
    await addTask(staff, { title: 'Call', assignedTo: staff.actor.id })
    expect(words(await readAll(asRae, start))).toEqual(['patient created', 'patient updated'])
    expect(words(await readAll(asLee, start))).toEqual([])

    const atHandover = (await readAll(asRae, start)).cursor
    await reassignPatient(admin, { patientId: theirs.id, assignedAttorney: lee.id })
    await editPatient(staff, { patientId: theirs.id, phone: '+14155550123' })
    const [lost, ...none] = (await readAll(asRae, atHandover)).changes
    expect([lost?.action, lost?.resourceId, none]).toEqual(['hidden', theirs.id, []])
    expect(words(await readAll(asLee, atHandover))).toEqual(['patient updated', 'patient updated'])
  })

  test('one notice that a chart was restricted, and nothing more about it', async ({ clinic }) => {
    const [ada, ben] = [await clinic.user(), await clinic.user()]
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const patient = await addPatient(clinic.as(ada), somebody())
    const start = await startOf(admin)
    await restrictPatient(admin, { patientId: patient.id, reason: 'Known to many here' })
    await editPatient(admin, { patientId: patient.id, phone: '+14155550123' })
    expect(words(await readAll(clinic.as(ben), start))).toEqual(['patient hidden'])
    expect(words(await readAll(clinic.as(ada), start))).toEqual(['patient updated', 'patient updated'])
  })

  test('with an API key only what its scopes allow, and its own changes are marked', async ({ clinic }) => {
    const admin = clinic.as(await clinic.user({ role: 'admin' }))
    const user = await clinic.user()
    const asKey = async (scopes: ('patients_read' | 'tasks_read')[]) => {
      const { apiKey } = await createApiKey(admin, { userId: user.id, name: 'Sync', scopes })
      const ctx = clinic.as(user)
      return { ...ctx, actor: { ...ctx.actor, key: { id: apiKey.id, scopes } } } as OperationContext
    }
    const [patients, tasks] = [await asKey(['patients_read']), await asKey(['tasks_read'])]
    const start = await startOf(patients)
    const { id: patientId } = await addPatient(clinic.as(user), somebody())
    later(clinic)
    await audit(patients, { action: 'updated', resourceType: 'patient', resourceId: patientId, patientId })
    await addTask(clinic.as(user), { title: 'Call', assignedTo: user.id })
    const seen = await readAll(patients, start)
    expect(seen.changes.map(({ resourceType, isOwn }) => [resourceType, isOwn])).toEqual([
      ['patient', false],
      ['patient', true],
    ])
    expect(words(await readAll(tasks, start))).toEqual(['task created'])

    const restricted = await addPatient(admin, somebody())
    const before = await startOf(admin)
    await restrictPatient(admin, { patientId: restricted.id, reason: 'Known to many here' })
    expect(words(await readAll(patients, before))).toEqual(['patient hidden'])
    expect(words(await readAll(tasks, before))).toEqual([])
  })
})

test('a cursor of a database whose backup was restored is refused', async ({ clinic, database }) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await audit(admin, { action: 'updated', resourceType: 'task', resourceId: 'before the backup' })
  const old = await startOf(admin)
  await audit(admin, { action: 'updated', resourceType: 'task', resourceId: 'lost' })
  const lost = await startOf(admin)
  await database.empty()
  const again = clinic.as(await clinic.user({ role: 'admin' }))
  for (const after of [old, lost])
    await expect(readChanges(again, { after })).rejects.toThrow('probably because a backup was restored')
})

test('anything else is refused as a cursor', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  await addPatient(staff, somebody())
  const real = await startOf(staff)
  const texts = fc.oneof(
    fc.string(),
    fc.nat(real.length - 1).map((at) => real.slice(0, at) + real.slice(at + 1)),
    fc.stringMatching(/^[0-9a-z:.~]{1,60}$/),
    fc.constant(real.replace(/:\w+/, ':zzzzzzzzz')),
  )
  const unlike = texts.filter((text) => text !== real && !/^~e3b0c44298fc1c14$/.test(text))
  await fc.assert(
    fc.asyncProperty(unlike, async (after) => {
      await expect(readChanges(staff, { after })).rejects.toMatchObject({ code: 'invalid' })
    }),
    { numRuns: 150 },
  )
  await expect(readChanges(staff, { after: real, first: 501 })).rejects.toMatchObject({ code: 'invalid' })
})

test('a page takes the same number of statements, however many changes it has', async ({ clinic }) => {
  const staff = clinic.as(await clinic.user())
  const start = await startOf(staff)
  const statements = async () => work(await statementsOf(() => readChanges(staff, { after: start }))).length
  await addPatient(staff, somebody())
  const few = await statements()
  for (let n = 0; n < 40; n += 1) await addPatient(staff, somebody())
  expect(await statements()).toBe(few)
})
