import { expect } from 'vitest'
import { wallClock } from '#domain/dates.ts'
import { queuedJobs } from '#tests/support/queue.ts'
import { test } from '#tests/support/test.ts'
import { addClosure } from '../appointments/closures.ts'
import { scheduleConsultation } from '../patients/scheduleConsultation.ts'
import { addTask } from '../tasks/addTask.ts'
import { editTask } from '../tasks/editTask.ts'
import { editClinicSettings } from './editClinicSettings.ts'

// It is 10 AM in New York, and 7 AM in Los Angeles.
test('a new time zone keeps the clock times of bookings, in the chart and in the schedule', async ({
  clinic,
  database,
}) => {
  await clinic.instances.settings.refresh()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const doctor = await clinic.user()
  const patient = await clinic.patient({ status: 'consent_signed', assignedAttorneyId: doctor.id })
  const patientId = patient.id
  await scheduleConsultation(admin, {
    ...{ patientId, consultationLocation: 'Room 2' },
    ...{ consultationDate: '2026-01-07', consultationTime: '14:00' },
  })
  const book = (scheduledAt: string, more = {}) =>
    clinic.db.appointment.create({
      data: {
        scheduledAt: new Date(scheduledAt),
        ...{ patientId, providerId: doctor.id, createdById: admin.actor.id, ...more },
      },
    })
  // At 11 AM, 2 PM and 5 PM: three hours later, each is where the next one was.
  const chain = ['2026-01-08T16:00Z', '2026-01-08T19:00Z', '2026-01-08T22:00Z']
  for (const scheduledAt of chain) await book(scheduledAt)
  await book('2026-01-08T16:00Z', {
    isDoubleBooked: true,
    patientAnswer: 'confirmed',
    patientAnsweredAt: clinic.now,
  })
  // 9 AM today is over in New York, but not in Los Angeles.
  await book('2026-01-05T14:00Z')
  await book('2026-01-04T16:00Z')
  await book('2026-01-09T16:00Z', { status: 'cancelled' })
  await addClosure(admin, { startsAt: '2026-01-12T05:00Z', endsAt: '2026-01-13T05:00Z' })
  await addTask(admin, { title: 'Call', patientId, assignedTo: doctor.id, dueDate: '2026-01-09T00:00' })
  const fax = { title: 'Fax', assignedTo: doctor.id, dueDate: '2026-01-09T00:00' }
  await editTask(admin, { taskId: (await addTask(admin, fax)).id, status: 'completed' })

  const last = await clinic.db.auditLog.findFirstOrThrow({ orderBy: { id: 'desc' } })
  await editClinicSettings(admin, { timeZone: 'America/Los_Angeles' })

  const clock = (at: Date | null) => {
    const { day, time } = wallClock(at ?? new Date(0), 'America/Los_Angeles')
    return `${day} ${time}`
  }
  const appointments = await clinic.db.appointment.findMany({ orderBy: { id: 'asc' } })
  expect(appointments.map(({ scheduledAt }) => clock(scheduledAt))).toEqual([
    '2026-01-07 14:00',
    ...['2026-01-08 11:00', '2026-01-08 14:00', '2026-01-08 17:00', '2026-01-08 11:00', '2026-01-05 09:00'],
    // Past and canceled appointments do not move.
    ...['2026-01-04 08:00', '2026-01-09 08:00'],
  ])
  expect(appointments.map(({ isDoubleBooked }) => isDoubleBooked)).toEqual(
    appointments.map((_, index) => index === 4),
  )
  expect(appointments[4]?.patientAnswer).toBeNull()
  expect(await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })).toMatchObject({
    consultationDate: new Date('2026-01-07T00:00Z'),
    consultationTime: '14:00',
  })
  const [closure] = await clinic.db.closure.findMany()
  expect([clock(closure?.startsAt ?? null), clock(closure?.endsAt ?? null)]).toEqual([
    '2026-01-12 00:00',
    '2026-01-13 00:00',
  ])
  const tasks = await clinic.db.task.findMany({ orderBy: { title: 'asc' } })
  expect(tasks.map(({ dueDate }) => clock(dueDate))).toEqual(['2026-01-09 00:00', '2026-01-08 21:00'])
  const jobs = (await queuedJobs(database)).filter(({ key }) => key === `task_due:${tasks[0]?.id}`)
  expect(jobs.map(({ runAt }) => clock(runAt))).toEqual(['2026-01-09 00:00'])
  const rows = await clinic.db.auditLog.groupBy({
    by: ['resourceType'],
    where: {
      id: { gt: last.id },
      action: 'updated',
      resourceType: { in: ['appointment', 'closure', 'task'] },
    },
    _count: true,
    orderBy: { resourceType: 'asc' },
  })
  expect(rows).toEqual([
    { resourceType: 'appointment', _count: 6 },
    { resourceType: 'closure', _count: 1 },
    { resourceType: 'task', _count: 1 },
  ])
})

test('an appointment that moves over one that has begun is marked as double-booked', async ({ clinic }) => {
  await clinic.instances.settings.refresh()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  await editClinicSettings(admin, { timeZone: 'America/Los_Angeles' })
  const book = async (scheduledAt: string) => {
    const people = { patientId: (await clinic.patient()).id, providerId: admin.actor.id }
    const data = { ...people, scheduledAt: new Date(scheduledAt), createdById: admin.actor.id }
    return clinic.db.appointment.create({ data })
  }
  // It is 7 AM. One began at 6:30; that of 9:30 moves there, and that of 11 finds a free place.
  for (const scheduledAt of ['2026-01-05T14:30Z', '2026-01-05T17:30Z', '2026-01-05T19:00Z'])
    await book(scheduledAt)
  await editClinicSettings(admin, { timeZone: 'America/New_York' })
  const found = await clinic.db.appointment.findMany({ orderBy: { id: 'asc' } })
  expect(found.map(({ scheduledAt, isDoubleBooked }) => [scheduledAt.toISOString(), isDoubleBooked])).toEqual(
    [
      ['2026-01-05T14:30:00.000Z', false],
      ['2026-01-05T14:30:00.000Z', true],
      ['2026-01-05T16:00:00.000Z', false],
    ],
  )
})

test('an edit that keeps the time zone moves nothing', async ({ clinic }) => {
  await clinic.instances.settings.refresh()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: patientId } = await clinic.patient()
  const scheduledAt = new Date('2026-01-08T16:00Z')
  await clinic.db.appointment.create({
    data: { patientId, scheduledAt, providerId: admin.actor.id, createdById: admin.actor.id },
  })
  await editClinicSettings(admin, { timeZone: 'America/New_York', name: 'Elm Street' })
  expect(await clinic.db.appointment.findFirst()).toMatchObject({ scheduledAt })
  expect(await clinic.db.auditLog.count({ where: { resourceType: 'appointment' } })).toBe(0)
})
