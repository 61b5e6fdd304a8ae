import { describe, expect } from 'vitest'
import { addTask } from '#operations/tasks/addTask.ts'
import { ALERTS, follow, person, type Stream } from '#tests/support/follow.ts'
import { withoutAudit } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'

const news = async (stream: Stream) => (await stream.next()).data?.alertsChanged as unknown

describe('the bell', () => {
  test('starts with the unread count and sends a new alert only to its owner', async ({ clinic, server }) => {
    const admin = await person(clinic, server, 'admin')
    const staff = await person(clinic, server, 'staff')
    const [mine, theirs] = [await follow(staff.visitor, ALERTS), await follow(admin.visitor, ALERTS)]
    for (const stream of [mine, theirs]) expect(await news(stream)).toEqual({ unreadCount: 0, alert: null })
    await addTask(admin.ctx, { title: 'Call back', assignedTo: staff.user.id })
    const alert = { type: 'task_assigned', message: 'A task was assigned to you: Call back' }
    expect(await news(mine)).toEqual({ unreadCount: 1, alert })
    await addTask(staff.ctx, { title: 'Sign', assignedTo: admin.user.id })
    expect(await news(theirs)).toMatchObject({
      unreadCount: 1,
      alert: { message: 'A task was assigned to you: Sign' },
    })
  })

  test('counts down when alerts are read, even in another window', async ({ clinic, server }) => {
    const admin = await person(clinic, server, 'admin')
    const staff = await person(clinic, server, 'staff')
    const stream = await follow(staff.visitor, ALERTS)
    await news(stream)
    for (const [n, title] of ['One', 'Two'].entries()) {
      await addTask(admin.ctx, { title, assignedTo: staff.user.id })
      expect(await news(stream)).toMatchObject({ unreadCount: n + 1 })
    }
    await staff.visitor.graphql('mutation { readAllAlerts }')
    // The same count may be sent twice.
    await expect.poll(() => news(stream)).toEqual({ unreadCount: 0, alert: null })
  })

  test('sends nothing about a patient whom the attorney no longer has', async ({ clinic, server }) => {
    const attorney = await person(clinic, server, 'attorney')
    const foreign = await clinic.patient()
    const stream = await follow(attorney.visitor, ALERTS)
    await news(stream)
    const tell = (patientId: string | null, message: string) =>
      clinic.db.alert.create({ data: { type: 'task_due', userId: attorney.user.id, patientId, message } })
    await tell(foreign.id, 'About a patient of others')
    await tell(null, 'About no patient')
    expect(await news(stream)).toMatchObject({ unreadCount: 1, alert: { message: 'About no patient' } })
  })

  test('names the patient of a delivered alert in the audit log, once an hour for each stream', async ({
    clinic,
    server,
  }) => {
    const staff = await person(clinic, server, 'staff')
    const [one, other] = [await clinic.patient(), await clinic.patient()]
    const stream = await follow(staff.visitor, ALERTS)
    await news(stream)
    const deliver = async (patientId: string | null) => {
      await clinic.db.alert.create({
        data: { type: 'task_due', userId: staff.user.id, patientId, message: 'Call Maren Okafor' },
      })
      expect(await news(stream)).toMatchObject({ alert: { message: 'Call Maren Okafor' } })
    }
    for (const patientId of [one.id, one.id, null, other.id]) await deliver(patientId)
    clinic.now = new Date(clinic.now.getTime() + 3_600_000)
    await deliver(one.id)
    const named = await clinic.db.auditLogPatients.findMany({ orderBy: { auditLogId: 'asc' } })
    expect(named.map(({ patientIds }) => patientIds)).toEqual([[one.id], [other.id], [one.id]])
    const rows = await clinic.db.auditLog.findMany({
      where: { id: { in: named.map(({ auditLogId }) => auditLogId) } },
    })
    for (const row of rows)
      expect(row).toMatchObject({ action: 'listed', resourceType: 'alert', userId: staff.user.id })
  })

  test('delivers no alert that the audit log cannot record', async ({ clinic, server, database }) => {
    const staff = await person(clinic, server, 'staff')
    const { id: patientId } = await clinic.patient()
    const stream = await follow(staff.visitor, ALERTS)
    await news(stream)
    const event = await withoutAudit(database, async () => {
      const message = 'Call Maren Okafor'
      await clinic.db.alert.create({
        data: { type: 'task_due', userId: staff.user.id, patientId, message },
      })
      return stream.next()
    })
    expect(event).toMatchObject({ data: null, errors: [{ extensions: { code: 'internal' } }] })
  })

  test('is audited once, like an opened list', async ({ clinic, server }) => {
    const staff = await person(clinic, server, 'staff')
    const stream = await follow(staff.visitor, ALERTS)
    await news(stream)
    expect(await clinic.db.auditLog.findMany({ where: { action: 'listed' } })).toMatchObject([
      { resourceType: 'alert', userId: staff.user.id, details: { filters: ['live'], count: 0 } },
    ])
  })
})
