import { expect } from 'vitest'
import { test } from '#tests/support/test.ts'
import { listPatients } from './listPatients.ts'
import { reassignPatient } from './reassignPatient.ts'
import { markSchedulable } from './statusSteps.ts'

test('a reassigned patient moves from one attorney’s list and counts to the other’s', async ({ clinic }) => {
  const [admin, before, after] = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'attorney' }),
    await clinic.user({ role: 'attorney' }),
  ]
  const patient = await clinic.patient({ assignedAttorneyId: before.id })

  await reassignPatient(clinic.as(admin), { patientId: patient.id, assignedAttorney: after.id })

  expect(await listPatients(clinic.as(before), {}, {})).toMatchObject({ rows: [], totalCount: 0 })
  expect(await listPatients(clinic.as(after), {}, {})).toMatchObject({
    rows: [{ node: { id: patient.id } }],
    totalCount: 1,
  })
  expect(await clinic.db.alert.findMany()).toMatchObject([{ type: 'patient_assigned', userId: after.id }])
})

test('with it, the former assignee’s open tasks and coming appointments for this patient move too, if wanted', async ({
  clinic,
}) => {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [before, after] = [await clinic.user({ role: 'attorney' }), await clinic.user({ role: 'attorney' })]
  const [patient, other] = [await clinic.patient(), await clinic.patient({ assignedAttorneyId: before.id })]
  const createdById = admin.actor.id
  const ofOne = async (patientId: string, assignedToId: string, hours: number) => {
    const task = { title: 'Call', patientId, assignedToId, createdById }
    const visit = { patientId, providerId: assignedToId, createdById }
    const scheduledAt = new Date(clinic.now.getTime() + hours * 3_600_000)
    return [
      (await clinic.db.task.create({ data: task })).id,
      (await clinic.db.appointment.create({ data: { ...visit, scheduledAt } })).id,
    ]
  }
  const moving = await ofOne(patient.id, before.id, 24)
  const staying = [
    ...(await ofOne(other.id, before.id, 48)),
    ...(await ofOne(patient.id, createdById, 72)),
    (await ofOne(patient.id, before.id, -24))[1],
  ]
  const done = { status: 'completed', completedAt: clinic.now } as const
  await clinic.db.task.updateMany({
    where: { patientId: patient.id, id: { notIn: [...moving, ...staying] as string[] } },
    data: done,
  })
  const owners = async () => {
    const tasks = await clinic.db.task.findMany()
    const visits = await clinic.db.appointment.findMany()
    const all = [
      ...tasks.map(({ id, assignedToId }) => [id, assignedToId]),
      ...visits.map(({ id, providerId }) => [id, providerId]),
    ]
    const of = Object.fromEntries(all) as Record<string, string>
    return [moving, staying].map((ids) => ids.map((id) => of[id as string]))
  }
  const kept = [before.id, before.id, createdById, createdById, before.id]
  const to = (assignedAttorney: string, transfersWork?: boolean) =>
    reassignPatient(admin, { patientId: patient.id, assignedAttorney, transfersWork })
  await to(before.id)
  await expect(to('none', true)).rejects.toMatchObject({
    fields: { assignedAttorney: 'Choose who takes over the open tasks and coming appointments' },
  })
  await to(before.id, true)
  await to(after.id)
  expect(await owners()).toEqual([[before.id, before.id], kept])
  await to(before.id)
  await clinic.db.alert.deleteMany()
  await to(after.id, true)
  expect(await owners()).toEqual([[after.id, after.id], kept])
  const alerts = await clinic.db.alert.findMany({ orderBy: { type: 'asc' } })
  expect(alerts.map(({ type, userId }) => [type, userId])).toEqual([
    ['patient_assigned', after.id],
    ['work_reassigned', after.id],
  ])
  expect(alerts[1]?.message).toMatch(/: 1 open task and 1 appointment$/)
})

test("the value 'none' leaves a patient unassigned", async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({ assignedAttorneyId: attorney.id })
  const free = await reassignPatient(clinic.as(admin), { patientId: patient.id, assignedAttorney: 'none' })
  expect(free.assignedAttorneyId).toBeNull()
})

test('an inactive user, an unknown user or an administrator cannot be assigned', async ({ clinic }) => {
  const admin = await clinic.user({ role: 'admin' })
  const inactive = await clinic.user({ role: 'attorney', isActive: false })
  const patient = await clinic.patient()
  for (const assignedAttorney of [inactive.id, admin.id, crypto.randomUUID(), 'nobody']) {
    const assign = reassignPatient(clinic.as(admin), { patientId: patient.id, assignedAttorney })
    await expect(assign).rejects.toMatchObject({
      fields: { assignedAttorney: 'Choose an active attorney or staff member' },
    })
  }
  expect(await clinic.auditOf(patient)).toEqual([])
})

test('only a patient with a signed consent can be marked ready to schedule', async ({ clinic }) => {
  const staff = await clinic.user()
  const signed = await clinic.patient({ status: 'consent_signed' })
  const pending = await clinic.patient()
  expect(await markSchedulable(clinic.as(staff), { patientId: signed.id })).toMatchObject({
    status: 'schedulable',
  })
  await expect(markSchedulable(clinic.as(staff), { patientId: pending.id })).rejects.toMatchObject({
    code: 'conflict',
  })
})
