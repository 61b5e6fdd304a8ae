import type { Page } from '@playwright/test'
import { Client } from 'pg'
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

test('the first HTML of every screen contains its rows', async ({ page }) => {
  for (const [path, row] of screens) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '')
    expect(html.includes(row), `${row} in the HTML of ${path}`).toBe(true)
  }
})

test('hydration makes no further request', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    // The live stream is a new request by design.
    if (request.resourceType() === 'eventsource') return
    if (/\/(graphql|api)(\/|$|\?)/.test(request.url())) asked.push(request.url())
  })
  for (const [path] of screens) {
    await visit(page, path)
    await page.waitForLoadState('networkidle')
    expect(asked, path).toEqual([])
  }
})

test('a screen whose query fails answers 503 and says what to do', async ({ page, product, watch }) => {
  watch.allowFault('terminating connection')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const owner = new Client({ connectionString: product.settings.DATABASE_OWNER_URL })
  await owner.connect()
  try {
    await owner.query('BEGIN; LOCK TABLE patients IN ACCESS EXCLUSIVE MODE')
    const asked = fetch(`${product.server.url}/patients`, { headers: { cookie } })
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThan(0)
    const answer = await asked
    const html = await answer.text()
    expect(answer.status).toBe(503)
    expect(html).toContain('Back in a moment')
    expect(html).toContain('Go to the start page')
    expect(html).not.toContain('Okafor')
  } finally {
    await owner.end()
  }
})

/** The layout shift of a page from its first paint until some time after hydration. */
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
  test(`hydration causes no layout shift, ${where}`, async ({ clinic, visitor, signIn, watch }) => {
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
