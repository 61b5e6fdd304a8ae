import { expect } from 'vitest'
import { seesPatient } from '#domain/access/visibility.ts'
import { scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import type { Change, ChangeNotice } from '#domain/live/notice.ts'
import { HOUR, reason, restrictedChart, tryChart } from '#tests/support/restrictedChart.ts'
import { test } from '#tests/support/test.ts'
import { bookAppointment } from '../appointments/bookAppointment.ts'
import { createCalendarFeed } from '../calendar/calendarFeeds.ts'
import { readCalendarFeed } from '../calendar/readCalendarFeed.ts'
import { pushChanges } from '../live/pushChanges.ts'
import { makeStream } from '../live/stream.ts'
import { listPatients } from '../patients/listPatients.ts'
import { isRestricted } from '../patients/visiblePatient.ts'
import { addTask } from '../tasks/addTask.ts'
import { liftRestriction } from './liftRestriction.ts'
import { listLockedCharts } from './listLockedCharts.ts'
import { restrictPatient } from './restrictPatient.ts'

const changeTo = ({ id }: { id: string }): ChangeNotice => ({
  kind: 'change',
  action: 'updated',
  resourceType: 'patient',
  resourceId: id,
  patientId: id,
})

test('a chart is restricted and reopened with a reason, user and time', async ({ clinic }) => {
  const { admin, patientId, asAdmin, asSam } = await restrictedChart(clinic)
  expect(await tryChart(asSam, patientId)).toBe('forbidden')
  await expect(restrictPatient(asAdmin, { patientId, reason })).rejects.toMatchObject({ code: 'conflict' })
  clinic.now = new Date(clinic.now.getTime() + HOUR)
  await liftRestriction(asAdmin, { patientId, reason: 'Left the clinic' })
  expect(await tryChart(asSam, patientId)).toBe('open')
  expect(await clinic.db.chartRestriction.findMany()).toMatchObject([
    {
      reason,
      restrictedById: admin.id,
      liftReason: 'Left the clinic',
      liftedById: admin.id,
      liftedAt: clinic.now,
    },
  ])
  await expect(liftRestriction(asAdmin, { patientId, reason })).rejects.toMatchObject({ code: 'conflict' })
  const acts = await clinic.db.auditLog.findMany({
    where: { patientId, action: 'updated' },
    orderBy: { createdAt: 'asc' },
  })
  expect(acts.map(({ userId, details }) => [userId, details])).toEqual([
    [admin.id, { fields: ['restrictedAt'], isRestricted: true }],
    [admin.id, { fields: ['restrictedAt'], isRestricted: false }],
  ])
  expect(JSON.stringify(acts)).not.toContain('front desk')
})

test('the access rule is the same in a list, for one chart, in SQL and for live changes, for every role', async ({
  clinic,
}) => {
  const people = [
    await clinic.user({ role: 'admin' }),
    await clinic.user({ role: 'staff' }),
    await clinic.user({ role: 'attorney' }),
  ]
  for (const me of people)
    for (const isRestricted of [false, true])
      for (const createdById of [me.id, people[0]?.id as string])
        for (const assignedAttorneyId of [null, me.id, people[1]?.id as string])
          await clinic.patient({
            createdById,
            assignedAttorneyId,
            restrictedAt: isRestricted ? clinic.now : null,
          })
  const patients = await clinic.db.patient.findMany({ orderBy: { id: 'asc' } })
  const [, staff] = people
  const glass = patients.find((one) => one.restrictedAt && staff && !seesPatient(staff, one))
  const opened = { userId: staff?.id as string, patientId: glass?.id as string, reason, begunAt: clinic.now }
  await clinic.db.breakGlass.create({ data: { ...opened, endsAt: new Date(clinic.now.getTime() + HOUR) } })
  const over = patients.find((one) => one !== glass && one.restrictedAt && staff && !seesPatient(staff, one))
  await clinic.db.breakGlass.create({
    data: { ...opened, patientId: over?.id as string, endsAt: clinic.now },
  })
  for (const me of people)
    for (const isProgram of [false, true]) {
      const person = clinic.as(me)
      const key = { id: 'a key', scopes: scopesOfFormer.read }
      const ctx = isProgram ? { ...person, actor: { ...person.actor, key } } : person
      const listed = await listPatients(ctx, {}, { first: 100 })
      const expected = patients.filter((one) => {
        const facts = { ...one, openedBy: one === glass ? [staff?.id as string] : [] }
        return seesPatient(ctx.actor, facts)
      })
      expect(expected.includes(glass as (typeof patients)[number])).toBe(
        me.role === 'admin' || (me === staff && !isProgram),
      )
      const who = `${me.role}${isProgram ? ' by key' : ''}`
      expect(listed.rows.map(({ node }) => node.id).sort(), who).toEqual(expected.map(({ id }) => id).sort())
      expect(listed.totalCount, who).toBe(expected.length)
      const heard: (string | null)[] = []
      const stream = { ...makeStream<Change>((one) => one), push: (one: Change) => heard.push(one.patientId) }
      await pushChanges(ctx, [{ actor: ctx.actor, stream }], patients.map(changeTo))
      expect(heard, who).toEqual(expected.map(({ id }) => id))
      if (me.role === 'attorney') continue
      for (const one of patients) expect(await isRestricted(ctx, one.id), who).toBe(!expected.includes(one))
    }
})

test('other staff find a restricted chart by its name only', async ({ clinic }) => {
  const { patientId, asSam, asAdmin } = await restrictedChart(clinic)
  const found = async (search?: string) => (await listLockedCharts(asSam, { search })).map(({ id }) => id)
  for (const name of [undefined, 'Zoë', 'zoe unal', 'ÜN']) expect(await found(name)).toEqual([patientId])
  for (const other of ['zoe@private.test', 'private', 'pending', '%', '_', 'x'])
    expect(await found(other)).toEqual([])
  expect(await listLockedCharts(asSam, {})).toEqual([{ id: patientId, firstName: 'Zoë', lastName: 'Ünal' }])
  expect(await listLockedCharts(asAdmin, {})).toEqual([])
  for (const search of ['Zoë', 'zoe@private.test'])
    expect(await listPatients(asSam, { search }, {})).toMatchObject({ rows: [], totalCount: 0 })
  const lists = await clinic.db.auditLog.findMany({ where: { action: 'listed' } })
  expect(lists.map(({ details }) => details)).toContainEqual({ filters: ['locked'], count: 1 })
})

test('a user cannot be given work on a chart that is closed to them', async ({ clinic }) => {
  const { admin, sam, patientId, asAdmin } = await restrictedChart(clinic)
  await clinic.db.patient.update({
    where: { id: patientId },
    data: { status: 'consent_signed', consentSignedAt: clinic.now },
  })
  const refusal = 'This chart is restricted, and this user cannot open it'
  const task = { title: 'Call', patientId, assignedTo: sam.id }
  await expect(addTask(asAdmin, task)).rejects.toMatchObject({ fields: { assignedTo: refusal } })
  const slot = { patientId, scheduledAt: '2026-01-20T15:00:00Z' }
  await expect(bookAppointment(asAdmin, { ...slot, providerId: sam.id })).rejects.toMatchObject({
    fields: { providerId: refusal },
  })
  await addTask(asAdmin, { ...task, assignedTo: admin.id })
})

test('a calendar omits appointments on a chart that is closed to its owner', async ({ clinic }) => {
  const { sam, patientId, asSam } = await restrictedChart(clinic)
  const { id } = await clinic.db.appointment.create({
    data: {
      patientId,
      providerId: sam.id,
      createdById: sam.id,
      scheduledAt: new Date('2026-01-20T15:00:00Z'),
    },
  })
  const { address } = await createCalendarFeed(asSam, {})
  const token = /[^/]+(?=\.ics)/.exec(address)?.[0] as string
  expect(await readCalendarFeed(clinic.anonymous(), { token })).not.toContain(id)
  await clinic.db.patient.update({ where: { id: patientId }, data: { restrictedAt: null } })
  expect(await readCalendarFeed(clinic.anonymous(), { token })).toContain(id)
})
