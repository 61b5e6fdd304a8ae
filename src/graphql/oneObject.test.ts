import { describe, expect } from 'vitest'
import type { TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'

/** One object of each type on a patient of `rae`, and the query that opens it. */
async function things(clinic: TestClinic, raeId: string) {
  const staff = await clinic.user()
  const patient = await clinic.patient({ assignedAttorneyId: raeId })
  const on = { patientId: patient.id }
  const { db } = clinic
  const task = await db.task.create({
    data: { ...on, title: 'Call', assignedToId: staff.id, createdById: staff.id },
  })
  const alert = await db.alert.create({ data: { ...on, userId: raeId, type: 'task_due', message: 'Due' } })
  const note = await db.patientNote.create({ data: { ...on, content: 'Called', createdById: staff.id } })
  const record = await db.patientRecord.create({
    data: { ...on, fileName: 'a', filePath: 'b', fileSize: 1, mimeType: 'c', uploadedById: staff.id },
  })
  const within = `patientId: "${patient.id}"`
  return {
    patient,
    task: { id: task.id, query: `{ task(id: "${task.id}") { id assignedTo { id } patient { id } } }` },
    alert: { id: alert.id, query: `{ alert(id: "${alert.id}") { id isRead } }` },
    patient_note: {
      id: note.id,
      query: `{ patientNote(${within}, noteId: "${note.id}") { id createdBy { id } } }`,
    },
    patient_record: {
      id: record.id,
      query: `{ patientRecord(${within}, recordId: "${record.id}") { id uploadedBy { id } } }`,
    },
  }
}

describe.for(['task', 'alert', 'patient_note', 'patient_record'] as const)('one %s', (kind) => {
  test('is opened by a permitted caller and recorded in one row', async ({ clinic, server }) => {
    const rae = await clinic.user({ role: 'attorney' })
    const all = await things(clinic, rae.id)
    const visitor = server.visitor()
    await visitor.signIn(rae.email)
    const { data, errors } = await visitor.graphql(all[kind].query)
    expect(errors).toEqual([])
    expect(Object.values(data ?? {})).toMatchObject([{ id: all[kind].id }])
    expect(await clinic.db.auditLog.findMany({ where: { action: { not: 'login' } } })).toMatchObject([
      {
        action: 'viewed',
        resourceType: kind,
        resourceId: all[kind].id,
        patientId: all.patient.id,
        userId: rae.id,
      },
    ])
  })

  test('is not found by another attorney, with the same error as for a missing one', async ({
    clinic,
    server,
  }) => {
    const all = await things(clinic, (await clinic.user({ role: 'attorney' })).id)
    const tom = await clinic.user({ role: 'attorney' })
    const visitor = server.visitor()
    await visitor.signIn(tom.email)
    const { id, query } = all[kind]
    for (const wording of [
      query,
      query.replace(id, '01a1fcf0-bbdc-730f-8d22-fb8393291341'),
      query.replace(id, 'x'),
    ])
      expect((await visitor.graphql(wording)).errors, wording).toMatchObject([
        { extensions: { code: 'not_found' } },
      ])
    expect(await clinic.db.auditLog.count({ where: { action: 'viewed' } })).toBe(0)
  })
})

test('viewing an alert does not mark it as read', async ({ clinic, server }) => {
  const rae = await clinic.user({ role: 'attorney' })
  const { alert } = await things(clinic, rae.id)
  const visitor = server.visitor()
  await visitor.signIn(rae.email)
  expect((await visitor.graphql(alert.query)).data).toMatchObject({ alert: { isRead: false } })
})

test('administrators can open an audit row, with names', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Byron' })
  const [visitor, other] = [server.visitor(), server.visitor()]
  await visitor.signIn(admin.email)
  await other.signIn((await clinic.user()).email)
  const { id } = await clinic.db.auditLog.findFirstOrThrow({ where: { userId: admin.id } })
  const ask = (key: string) => `{ auditLog(id: "${key}") { id action userName } }`

  expect((await visitor.graphql(ask(id))).data).toEqual({
    auditLog: { id, action: 'login', userName: 'Ada Byron' },
  })
  expect(await clinic.db.auditLog.findMany({ where: { action: 'viewed' } })).toMatchObject([
    { resourceType: 'audit_log', resourceId: id, userId: admin.id },
  ])
  expect((await visitor.graphql(ask('no key'))).errors).toMatchObject([{ extensions: { code: 'not_found' } }])
  expect((await other.graphql(ask(id))).errors).toMatchObject([{ extensions: { code: 'forbidden' } }])
})
