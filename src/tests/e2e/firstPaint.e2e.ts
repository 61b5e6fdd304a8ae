import { Client } from 'pg'
import { fillScreens, screens } from './support/hydration.ts'
import { expect, test } from './support/test.ts'

test('the first HTML of every screen contains its rows', async ({ context, clinic, signIn }) => {
  await signIn(await fillScreens(clinic))
  for (const [path, row] of screens) {
    const answer = await context.request.get(path)
    expect(answer.status(), path).toBe(200)
    const html = (await answer.text()).replace(/<script.*?<\/script>/gs, '')
    expect(html.includes(row), `${row} in the HTML of ${path}`).toBe(true)
  }
})

test('a screen whose data cannot be read answers 503 and says what to do', async ({
  clinic,
  product,
  signIn,
  visitor,
  watch,
}) => {
  const admin = await fillScreens(clinic)
  const attorney = await clinic.user({ role: 'attorney' })
  watch.allowFault('terminating connection')
  const owner = new Client({ connectionString: product.settings.DATABASE_OWNER_URL })
  await owner.connect()
  for (const [user, path, table] of [
    [admin, '/', 'patients'],
    [admin, '/patients', 'patients'],
    // What is new for an attorney is read for the list alone.
    [attorney, '/patients', 'dashboard_visits'],
  ] as const) {
    const context = (await visitor()).context()
    await signIn(user, context)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    const asked = fetch(product.server.url + path, { headers: { cookie } })
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBeGreaterThan(0)
    const answer = await asked
    const html = await answer.text()
    await owner.query('ROLLBACK')
    expect(answer.status, `${path} for ${user.role}`).toBe(503)
    expect(html).toContain('Back in a moment')
    expect(html).toContain('Try again')
    expect(html).toContain('Go to the start page')
    expect(html).not.toContain('Okafor')
  }
  await owner.end()
})

test('an address with a page link of another list says so, and leads to the start of the list', {
  tag: '@long',
}, async ({ page, clinic, signIn, watch }) => {
  await signIn(await fillScreens(clinic))
  watch.allow(400, /^\/patients$/)
  await page.goto('/patients?after=from-another-list')
  await expect(page.getByText('This page link belongs to another list')).toBeVisible()
  await page.getByRole('link', { name: 'Open this page from the beginning' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Management' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/patients')
})
