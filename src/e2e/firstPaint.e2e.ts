import { dayFromNow, visit } from './support/screen.ts'
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

test('coming alive moves nothing', async ({ page }) => {
  for (const [path] of screens) {
    await page.goto(path)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => done(sum), 500)
        }),
    )
    expect(shift, `layout shift of ${path} (DESIGN.md: 0.02)`).toBeLessThanOrEqual(0.02)
  }
})
