import { everyStatus } from './support/everyStatus.ts'
import { inspector } from './support/inspect.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import { views } from './support/views.ts'

// The screens of every day at 1440 px. All others, dialogs and menus, roles and widths are in accessibility.long.e2e.ts.

const daily = ['dashboard', 'patients', 'patient', 'tasks', 'schedule', 'consent forms']

test('axe finds no problem on the pages for signed-out users', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const { found, inspect } = inspector(page)
  const { signingPath, forwardedPath } = await everyStatus(clinic)
  await page.goto('/')
  await inspect('login')
  await page.goto(signingPath)
  await inspect('signing')
  await page.goto(forwardedPath)
  await inspect('a link to records')
  await page.getByRole('button', { name: 'Open the Records' }).click()
  await page.getByRole('heading', { name: 'Forwarded records' }).waitFor()
  await inspect('forwarded records')
  await page.goto('/verify')
  await inspect('checking a form')
  watch.allow(404, /./)
  await page.goto('/sign/no-such-link')
  await inspect('a dead link')
  await page.goto('/no-such-page')
  await inspect('404')
  await signIn(await clinic.user({ mustChangePassword: true }))
  await page.goto('/change-password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await inspect('change password, refused')
  expect(found).toEqual([])
})

test('axe finds no problem on the screens of every day', async ({ page, clinic, signIn, watch }) => {
  const { found, inspect, inspectView } = inspector(page)
  const { admin, staff } = await everyStatus(clinic)
  await signIn(admin)
  for (const view of views) if (daily.includes(view.name)) await inspectView(view)
  await signIn(staff)
  watch.allow(403, /^\/(audit-logs|users)$/)
  await visit(page, '/audit-logs')
  await inspect('access restricted')
  await visit(page, '/users')
  await inspect('access denied')
  expect(found).toEqual([])
})
