import { expect } from 'vitest'
import type { Database } from '#infra/database.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { untilWaiting } from '#tests/support/meeting.ts'
import { test } from '#tests/support/test.ts'
import { reassignPatient } from '../patients/reassignPatient.ts'
import { holdUser } from './forUpdate.ts'
import { reassignWork } from './reassignWork.ts'

const MINUTE_MS = 60_000

async function setUp(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [leaver, successor] = [await clinic.user(), await clinic.user()]
  const booked = async (providerId: string, minutes: number, isDoubleBooked = false) =>
    clinic.db.appointment.create({
      data: {
        ...{ patientId: (await clinic.patient()).id, providerId, createdById: admin.actor.id, duration: 60 },
        ...{ scheduledAt: new Date(clinic.now.getTime() + minutes * MINUTE_MS), isDoubleBooked },
      },
    })
  /** The transferred appointments, in the order of their times. */
  const transfer = async () => {
    const moving = await clinic.db.appointment.findMany({ where: { providerId: leaver.id } })
    await reassignWork(admin, { userId: leaver.id, successorId: successor.id })
    return clinic.db.appointment.findMany({
      where: { id: { in: moving.map(({ id }) => id) } },
      orderBy: { scheduledAt: 'asc' },
    })
  }
  return { admin, leaver, successor, booked, transfer }
}

test('an appointment that overlaps one that the successor is having now is transferred as double-booked', async ({
  clinic,
}) => {
  const { leaver, successor, booked, transfer } = await setUp(clinic)
  await booked(successor.id, -10)
  await booked(leaver.id, 20)
  await booked(leaver.id, 120)
  expect(await transfer()).toMatchObject([
    { providerId: successor.id, isDoubleBooked: true },
    { providerId: successor.id, isDoubleBooked: false },
  ])
})

test('an appointment stays double-booked only beside one that the successor has, too', async ({ clinic }) => {
  const { leaver, booked, transfer } = await setUp(clinic)
  await booked(leaver.id, 60)
  await booked(leaver.id, 70, true)
  const { id } = await booked(leaver.id, 240)
  await booked(leaver.id, 250, true)
  await clinic.db.appointment.update({ where: { id }, data: { status: 'cancelled' } })
  expect((await transfer()).map(({ status, isDoubleBooked }) => [status, isDoubleBooked])).toEqual([
    ['scheduled', false],
    ['scheduled', true],
    ['cancelled', false],
    ['scheduled', false],
  ])
})

test('a transfer waits for a booking with the successor at the same moment, and counts it', async ({
  clinic,
}) => {
  const { admin, leaver, successor, booked } = await setUp(clinic)
  const { patientId, scheduledAt } = await booked(leaver.id, 60)
  await clinic.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId: leaver.id } })
  const { id: otherId } = await clinic.patient()
  const slot = { patientId: otherId, providerId: successor.id, scheduledAt, createdById: admin.actor.id }
  const transferred = await clinic.db.$transaction(async (tx) => {
    await holdUser({ ...admin, db: tx as Database }, successor.id)
    await tx.appointment.create({ data: slot })
    const input = { patientId, assignedAttorney: successor.id, transfersWork: true }
    const reassigned = Promise.allSettled([reassignPatient(admin, input)])
    await untilWaiting(clinic, 1)
    return { reassigned }
  })
  expect(await transferred.reassigned).toMatchObject([{ status: 'fulfilled' }])
  expect(await clinic.db.appointment.findMany({ where: { patientId } })).toMatchObject([
    { providerId: successor.id, isDoubleBooked: true },
  ])
})
