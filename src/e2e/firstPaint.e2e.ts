import type { Page } from '@playwright/test'
import { everyStatus } from './support/everyStatus.ts'
import { dayFromNow, phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const screens: [path: string, row: string][] = [
  ['/', 'Okafor'],
  ['/dashboard', 'Okafor'],
  ['/patients', 'Okafor'],
  ['/patients?status=consent_signed&sort=name&direction=desc', 'Okafor'],
  ['/', 'Call the insurer'],
  ['/tasks', 'Call the insurer'],
  ['/tasks?done=shown', 'Scan the form'],
  ['/consent-forms', 'Okafor'],
  ['/consent-forms/templates', 'Release of Records'],
  ['/schedule', 'Room 4'],
  ['/audit-logs', 'Ada Marsh'],
]

test.beforeEach(async ({ clinic, signIn }) => {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Marsh' })
  const { id: patientId } = await clinic.patient({ lastName: 'Okafor', status: 'consent_signed' })
  const scheduledAt = `${dayFromNow(3)}T15:00:00.000Z`
  await clinic.db.appointment.create({
    data: { patientId, providerId: admin.id, createdById: admin.id, scheduledAt, location: 'Room 4' },
  })
  const task = { createdById: admin.id, assignedToId: admin.id, patientId }
  await clinic.db.task.create({ data: { ...task, title: 'Call the insurer' } })
  await clinic.db.task.create({
    data: { ...task, title: 'Scan the form', status: 'completed', completedAt: new Date() },
  })
  await signIn(admin)
})

test('the first HTML of every screen holds its rows, for who has no script yet', async ({ page }) => {
  for (const [path, row] of screens) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '')
    expect(html.includes(row), `${row} in the HTML of ${path}`).toBe(true)
  }
})

test('coming alive asks the server for nothing again', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    // What changes from now on is followed, and asks for nothing that is here.
    if (request.resourceType() === 'eventsource') return
    if (/\/(graphql|api)(\/|$|\?)/.test(request.url())) asked.push(request.url())
  })
  for (const [path] of screens) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    expect(asked, path).toEqual([])
  }
})

/** How far things moved by themselves on a page, from its first paint until it has been alive for a while. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path)
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(sum), 500)
      }),
  )
}

const others = ['/users', '/settings', '/change-password']

for (const [where, options] of [
  ['on a desk', {}],
  ['on a phone', phone],
] as const)
  test(`coming alive moves nothing, ${where}`, async ({ clinic, visitor, signIn, watch }) => {
    const { admin, signingPath } = await everyStatus(clinic)
    const page = await visitor(options)
    watch.allow(404, /^\/no-such-page$/)
    const moved: string[] = []
    const look = async (path: string) => {
      const shift = await shiftOf(page, path)
      if (shift > 0.02) moved.push(`${path}: ${shift}`)
    }
    for (const path of ['/', signingPath, '/no-such-page']) await look(path)
    await signIn(admin, page.context())
    for (const path of [...screens.map(([path]) => path), ...others]) await look(path)
    expect(moved, 'layout shifts beyond 0.02 (QUALITY P13)').toEqual([])
  })
