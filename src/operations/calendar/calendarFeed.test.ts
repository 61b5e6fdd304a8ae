import { expect } from 'vitest'
import { scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { insertAppointment, MOMENT, practice } from '#tests/support/practice.ts'
import { test } from '#tests/support/test.ts'
import { cancelAppointment } from '../appointments/cancelAppointment.ts'
import { downloadAppointment } from '../appointments/viewAppointment.ts'
import { createCalendarFeed, revokeCalendarFeed, showCalendarFeed } from './calendarFeeds.ts'
import { readCalendarFeed } from './readCalendarFeed.ts'

const tokenIn = (address: string) => /\/calendar\/([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
const eventsIn = (file: string) => file.match(/^UID:\S+/gm)?.map((line) => line.slice(4).split('@')[0]) ?? []
const missing = { code: 'not_found' }

test('a calendar has the owner and the times of appointments but no patient data', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const holder = { provider: { ...provider, id: staff.actor.id }, patient }
  const own = await insertAppointment(clinic, holder, {
    location: `At the house of ${patient.lastName}`,
    notes: `${patient.firstName} is deaf`,
    isConsultation: true,
  })
  await insertAppointment(clinic, { provider, patient }, { scheduledAt: new Date('2026-01-15T19:30:00Z') })
  const { address } = await createCalendarFeed(staff, {})
  expect(address).toMatch(/^https:\/\/clinic\.test\/calendar\//)

  const file = await readCalendarFeed(clinic.anonymous(), { token: tokenIn(address) })
  expect(eventsIn(file)).toEqual([own.id])
  expect(file.split('\r\n')).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'METHOD:PUBLISH',
      'DTSTART:20260114T193000Z',
      'DTEND:20260114T203000Z',
      'SUMMARY:Consultation - Caseload',
      'STATUS:CONFIRMED',
    ]),
  )
  for (const word of [patient.firstName, patient.lastName, patient.email, 'house', 'deaf', provider.lastName])
    expect(file).not.toContain(word)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
})

test('an attorney’s calendar has the appointments of their patients with any provider', async ({
  clinic,
}) => {
  const { attorney, provider, patient } = await practice(clinic)
  const own = await insertAppointment(clinic, { provider, patient })
  await insertAppointment(
    clinic,
    { provider, patient: await clinic.patient() },
    {
      scheduledAt: new Date('2026-01-15T19:30:00Z'),
    },
  )
  const { address } = await createCalendarFeed(attorney, {})
  const read = () => readCalendarFeed(clinic.anonymous(), { token: tokenIn(address) })
  expect(eventsIn(await read())).toEqual([own.id])
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: null } })
  expect(eventsIn(await read())).toEqual([])
})

test('a cancelled appointment is taken out of calendars by a newer revision', async ({ clinic }) => {
  const { staff, provider, patient } = await practice(clinic)
  const { id: appointmentId } = await insertAppointment(
    clinic,
    { provider, patient },
    { createdAt: clinic.now, updatedAt: clinic.now },
  )
  const before = await downloadAppointment(staff, { appointmentId })
  expect(before.fileName).toBe(`appointment-${MOMENT.slice(0, 10)}.ics`)
  expect(before.content).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:0\r\n[\s\S]*STATUS:CONFIRMED/)
  clinic.now = new Date(clinic.now.getTime() + 90_000)
  await cancelAppointment(staff, { appointmentId })
  const after = await downloadAppointment(staff, { appointmentId })
  expect(after.content).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:90\r\n[\s\S]*STATUS:CANCELLED/)
  const uid = (file: string) => /^UID:.*$/m.exec(file)?.[0]
  expect(uid(after.content)).toBe(uid(before.content))
})

test('the database never has the URL, and creating a new one ends the old one', async ({ clinic }) => {
  const { staff } = await practice(clinic)
  const first = tokenIn((await createCalendarFeed(staff, {})).address)
  const second = tokenIn((await createCalendarFeed(staff, {})).address)
  expect(JSON.stringify(await clinic.db.calendarFeed.findMany())).not.toContain(second)
  await expect(readCalendarFeed(clinic.anonymous(), { token: first })).rejects.toMatchObject(missing)
  expect(await readCalendarFeed(clinic.anonymous(), { token: second })).toContain('BEGIN:VCALENDAR')
  expect(await revokeCalendarFeed(staff, {})).toBe(true)
  expect(await revokeCalendarFeed(staff, {})).toBe(false)
  expect(await showCalendarFeed(staff)).toBeNull()
  await expect(readCalendarFeed(clinic.anonymous(), { token: second })).rejects.toMatchObject(missing)
})

test('only one of two URLs that are created concurrently works', async ({ clinic }) => {
  const { staff } = await practice(clinic)
  await Promise.all([
    createCalendarFeed(staff, {}),
    createCalendarFeed(staff, {}),
    createCalendarFeed(staff, {}),
  ])
  expect(await clinic.db.calendarFeed.count({ where: { revokedAt: null } })).toBe(1)
})

test('a calendar ends when its user is deactivated, deleted or gets another role', async ({ clinic }) => {
  for (const change of [
    { isActive: false },
    { deletedAt: clinic.now },
    { role: 'attorney' as const },
    { mustChangePassword: true },
  ]) {
    const user = await clinic.user()
    const token = tokenIn((await createCalendarFeed(clinic.as(user), {})).address)
    await readCalendarFeed(clinic.anonymous(), { token })
    await clinic.db.user.update({ where: { id: user.id }, data: change })
    await expect(
      readCalendarFeed(clinic.anonymous(), { token }),
      JSON.stringify(change),
    ).rejects.toMatchObject(missing)
  }
})

test('reading is recorded once an hour, under the calendar’s owner', async ({ clinic }) => {
  const { staff } = await practice(clinic)
  const { address, calendarFeed } = await createCalendarFeed(staff, {})
  const read = () => readCalendarFeed(clinic.anonymous(), { token: tokenIn(address) })
  const rows = () => clinic.db.auditLog.findMany({ where: { action: 'downloaded' } })
  await read()
  clinic.now = new Date(clinic.now.getTime() + 59 * 60_000)
  await read()
  expect(await rows()).toMatchObject([
    { resourceType: 'calendar_feed', resourceId: calendarFeed.id, userId: staff.actor.id, patientId: null },
  ])
  clinic.now = new Date(clinic.now.getTime() + 60_000)
  await read()
  expect(await rows()).toHaveLength(2)
})

test('an API key cannot create a calendar', async ({ clinic }) => {
  const { staff } = await practice(clinic)
  const byKey = { ...staff, actor: { ...staff.actor, key: { id: 'k', scopes: scopesOfFormer.write } } }
  await expect(createCalendarFeed(byKey, {})).rejects.toMatchObject({ code: 'forbidden' })
})
