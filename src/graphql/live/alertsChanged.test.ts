import { describe, expect } from 'vitest'
import { addTask } from '#operations/tasks/addTask.ts'
import { ALERTS, follow, person, type Stream } from '#testing/follow.ts'
import { test } from '#testing/test.ts'

const news = async (stream: Stream) => (await stream.next()).data?.alertsChanged as unknown

describe('the bell', () => {
  test('begins with how many are unread, and tells the new alert to its owner alone', async ({
    clinic,
    door,
  }) => {
    const admin = await person(clinic, door, 'admin')
    const staff = await person(clinic, door, 'staff')
    const [mine, theirs] = [await follow(staff.visitor, ALERTS), await follow(admin.visitor, ALERTS)]
    for (const stream of [mine, theirs]) expect(await news(stream)).toEqual({ unreadCount: 0, alert: null })
    await addTask(admin.ctx, { title: 'Call back', assignedTo: staff.user.id })
    const alert = { type: 'task_assigned', message: 'You were given a task: Call back' }
    expect(await news(mine)).toEqual({ unreadCount: 1, alert })
    await addTask(staff.ctx, { title: 'Sign', assignedTo: admin.user.id })
    expect(await news(theirs)).toMatchObject({
      unreadCount: 1,
      alert: { message: 'You were given a task: Sign' },
    })
  })

  test('counts down when alerts are read, also in another window', async ({ clinic, door }) => {
    const admin = await person(clinic, door, 'admin')
    const staff = await person(clinic, door, 'staff')
    for (const title of ['One', 'Two']) await addTask(admin.ctx, { title, assignedTo: staff.user.id })
    const stream = await follow(staff.visitor, ALERTS)
    expect(await news(stream)).toEqual({ unreadCount: 2, alert: null })
    await staff.visitor.graphql('mutation { readAllAlerts }')
    // What was just counted may be told of once more.
    await expect.poll(() => news(stream)).toEqual({ unreadCount: 0, alert: null })
  })

  test('is silent about a patient the attorney does not have any more', async ({ clinic, door }) => {
    const attorney = await person(clinic, door, 'attorney')
    const foreign = await clinic.patient()
    const stream = await follow(attorney.visitor, ALERTS)
    await news(stream)
    const tell = (patientId: string | null, message: string) =>
      clinic.db.alert.create({ data: { type: 'task_due', userId: attorney.user.id, patientId, message } })
    await tell(foreign.id, 'Of a stranger')
    await tell(null, 'Of nobody')
    expect(await news(stream)).toMatchObject({ unreadCount: 1, alert: { message: 'Of nobody' } })
  })

  test('is recorded once, as a list that was opened', async ({ clinic, door }) => {
    const staff = await person(clinic, door, 'staff')
    const stream = await follow(staff.visitor, ALERTS)
    await news(stream)
    expect(await clinic.db.auditLog.findMany({ where: { action: 'listed' } })).toMatchObject([
      { resourceType: 'alert', userId: staff.user.id, details: { filters: ['live'], count: 0 } },
    ])
  })
})
