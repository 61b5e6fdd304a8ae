import { expect } from 'vitest'
import { cannotSeePatients } from '#domain/users/assignedWork.ts'
import { PATIENTS_NEED_ATTORNEY } from '#domain/users/inputs.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { test } from '#tests/support/test.ts'
import { forwardRecords } from '../records/forwardRecords.ts'
import { openForwarding } from '../records/openForwarding.ts'
import { deleteUser } from './deleteUser.ts'
import { listAssignedWork, reassignWork } from './reassignWork.ts'
import { setUserActive } from './setUserActive.ts'

/** An attorney with a patient, a dropped patient, an open and a completed task, and a coming and an earlier appointment. */
async function busy(clinic: TestClinic) {
  const setting = await treated(clinic)
  const { admin, attorney, patient } = setting
  const dropped = await clinic.patient({ assignedAttorneyId: attorney.id, status: 'dropped' })
  const task = (values: object) =>
    clinic.db.task.create({
      data: { title: 'Call', assignedToId: attorney.id, createdById: admin.actor.id, ...values },
    })
  const open = await task({})
  await task({ status: 'completed', completedAt: clinic.now })
  const booked = (hours: number) =>
    clinic.db.appointment.create({
      data: {
        ...{ patientId: patient.id, providerId: attorney.id, createdById: admin.actor.id },
        scheduledAt: new Date(clinic.now.getTime() + hours * 3_600_000),
      },
    })
  const coming = await booked(24)
  const earlier = await booked(-24)
  await clinic.db.alert.deleteMany()
  return { ...setting, dropped, open, coming, earlier }
}

const work = { patients: 1, openTasks: 1, appointments: 1 }

test('the work of inactive users is listed until a colleague takes it over', async ({ clinic }) => {
  const { admin, attorney, other } = await busy(clinic)
  expect(await listAssignedWork(admin, {})).toEqual([])
  expect(await listAssignedWork(admin, { userId: attorney.id })).toMatchObject([
    { user: { id: attorney.id }, ...work },
  ])
  await setUserActive(admin, { userId: other.id, isActive: false })
  await setUserActive(admin, { userId: attorney.id, isActive: false })
  expect(await listAssignedWork(admin, {})).toMatchObject([{ user: { id: attorney.id }, ...work }])
  const { id: successorId } = await clinic.user({ role: 'attorney' })
  expect(await reassignWork(admin, { userId: attorney.id, successorId })).toEqual(work)
  expect(await listAssignedWork(admin, {})).toEqual([])
  expect(await listAssignedWork(admin, { userId: successorId })).toMatchObject([work])
})

test('each reassigned item has an audit row, the successor gets one alert with the counts, and finished work stays', async ({
  clinic,
}) => {
  const { admin, attorney, other, patient, dropped, open, coming, earlier } = await busy(clinic)
  const { id: before } = await clinic.db.auditLog.findFirstOrThrow({ orderBy: { id: 'desc' } })
  await reassignWork(admin, { userId: attorney.id, successorId: other.id })
  const rows = await clinic.db.auditLog.findMany({
    where: { id: { gt: before } },
    orderBy: { resourceType: 'asc' },
  })
  const row = (resourceType: string, { id }: { id: string }, field: string) => ({
    ...{ action: 'updated', resourceType, resourceId: id, userId: admin.actor.id },
    details: { fields: [field], changes: { [field]: { from: attorney.id, to: other.id } } },
  })
  expect(rows).toMatchObject([
    row('appointment', coming, 'providerId'),
    row('patient', patient, 'assignedAttorney'),
    row('task', open, 'assignedToId'),
  ])
  expect(await clinic.db.alert.findMany()).toMatchObject([
    {
      type: 'work_reassigned',
      userId: other.id,
      message: `You took over the work of ${attorney.firstName} ${attorney.lastName}: 1 patient, 1 open task, and 1 appointment`,
    },
  ])
  const stays = { where: { id: dropped.id } }
  expect((await clinic.db.patient.findUniqueOrThrow(stays)).assignedAttorneyId).toBe(attorney.id)
  const past = await clinic.db.appointment.findUniqueOrThrow({ where: { id: earlier.id } })
  expect(past.providerId).toBe(attorney.id)
})

test('a dropped patient goes along with an open task, which the successor could not see otherwise', async ({
  clinic,
}) => {
  const { admin, attorney, other, dropped, open } = await busy(clinic)
  await clinic.db.task.update({ where: { id: open.id }, data: { patientId: dropped.id } })
  const all = { userId: attorney.id, successorId: other.id }
  expect(await reassignWork(admin, all)).toEqual({ patients: 2, openTasks: 1, appointments: 1 })
  const { assignedAttorneyId } = await clinic.db.patient.findUniqueOrThrow({ where: { id: dropped.id } })
  expect(assignedAttorneyId).toBe(other.id)
})

test('links to records that were forwarded to the former attorney of a patient end', async ({ clinic }) => {
  const { admin, staff, attorney, other, input } = await busy(clinic)
  const { secret } = await forwardRecords(staff, input)
  expect((await openForwarding(clinic.anonymous(), { secret })).records).toHaveLength(2)
  await reassignWork(admin, { userId: attorney.id, successorId: other.id })
  await expect(openForwarding(clinic.anonymous(), { secret })).rejects.toMatchObject({ code: 'not_found' })
  expect(await clinic.db.forwarding.findMany()).toMatchObject([{ endedFor: 'reassigned' }])
})

test('the successor of a deleted user gets one alert with the counts, dropped patients included', async ({
  clinic,
}) => {
  const { admin, attorney, other } = await busy(clinic)
  await deleteUser(admin, { userId: attorney.id, successorId: other.id })
  const of = { type: 'work_reassigned', userId: other.id } as const
  expect(await clinic.db.alert.findMany()).toMatchObject([
    { ...of, message: expect.stringMatching(/: 2 patients, 1 open task, and 1 appointment$/) },
  ])
  await clinic.db.alert.deleteMany()
  // Without a successor, the administrator takes over. Without work, there is no alert.
  const idle = await clinic.user()
  await deleteUser(admin, { userId: idle.id })
  expect(await clinic.db.alert.count()).toBe(0)
  await deleteUser(admin, { userId: other.id })
  expect(await clinic.db.alert.findMany()).toMatchObject([{ ...of, userId: admin.actor.id }])
})

test('the successor can see the patients of the tasks and appointments, also after a deletion', async ({
  clinic,
}) => {
  const { admin, other, coming } = await busy(clinic)
  const theirs = await clinic.patient({ assignedAttorneyId: other.id, restrictedAt: clinic.now })
  const leaver = await clinic.user()
  await clinic.db.task.create({
    data: { title: 'Call', patientId: theirs.id, assignedToId: leaver.id, createdById: admin.actor.id },
  })
  await clinic.db.appointment.update({ where: { id: coming.id }, data: { providerId: leaver.id } })
  const refused = (count: number) => ({ fields: { successorId: cannotSeePatients(count) } })
  const [colleague, third] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  for (const change of [reassignWork, deleteUser]) {
    const to = ({ id: successorId }: { id: string }) => change(admin, { userId: leaver.id, successorId })
    await expect(to(third)).rejects.toMatchObject(refused(2))
    await expect(to(other)).rejects.toMatchObject(refused(1))
    // The restricted chart is closed to other staff, the appointment is not.
    await expect(to(colleague)).rejects.toMatchObject(refused(1))
  }
  const owner = await clinic.db.task.findFirstOrThrow({ where: { patientId: theirs.id } })
  expect(owner.assignedToId).toBe(leaver.id)
  expect(await reassignWork(admin, { userId: leaver.id, successorId: admin.actor.id })).toEqual({
    ...{ patients: 0, openTasks: 1, appointments: 1 },
  })
})

test('the successor is another active user, and for patients no administrator', async ({ clinic }) => {
  const { admin, staff, attorney } = await busy(clinic)
  const leaver = await clinic.user({ role: 'attorney', isActive: false })
  const to = (successorId: string) => reassignWork(admin, { userId: attorney.id, successorId })
  for (const successorId of [attorney.id, leaver.id, 'nobody', ''])
    await expect(to(successorId)).rejects.toMatchObject({
      code: 'invalid',
      fields: { successorId: expect.any(String) },
    })
  await expect(to(admin.actor.id)).rejects.toMatchObject({ fields: { successorId: PATIENTS_NEED_ATTORNEY } })
  for (const userId of [crypto.randomUUID(), 'nobody']) {
    const missing = { code: 'not_found' }
    await expect(listAssignedWork(admin, { userId })).rejects.toMatchObject(missing)
    await expect(reassignWork(admin, { userId, successorId: staff.actor.id })).rejects.toMatchObject(missing)
  }
  for (const ctx of [staff, clinic.as(attorney)]) {
    await expect(listAssignedWork(ctx, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      reassignWork(ctx, { userId: attorney.id, successorId: staff.actor.id }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  }
})
