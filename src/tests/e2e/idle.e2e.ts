import type { Page, Request } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import { inspector } from './support/inspect.ts'
import { choose, hearTraffic, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
const login = (page: Page) => page.getByRole('heading', { name: 'Sign in to Caseload' })

/** Ages the session so that this many seconds remain. */
async function leave({ db }: TestClinic, seconds: number, { createdHoursAgo = 1 } = {}): Promise<void> {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const facts = { createdAt: ago(createdHoursAgo * 60), seenAt: ago(13), ipAddress: null, userAgent: null }
  await db.session.updateMany({ data: { expire: new Date(Date.now() + seconds * 1000), sess: facts } })
}

/** Lets time pass and waits for its effects: a page reloads its data after its stream was interrupted. */
async function letPass(page: Page, time: string): Promise<void> {
  const traffic = hearTraffic(page)
  await page.clock.fastForward(time)
  await traffic.rest()
}

const isOf = (request: Request, operation: string) => request.postData()?.includes(`"${operation}"`) ?? false

test.beforeEach(async ({ clinic, signIn, page }) => {
  await page.clock.install()
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
})

test('two minutes before the end the user is warned and can stay signed in', async ({ page, clinic }) => {
  await leave(clinic, 100)
  await page.clock.fastForward('12:50')
  await expect(warning(page)).toBeHidden()
  await page.clock.fastForward('00:10')
  await expect(warning(page)).toContainText(/You will be signed out in 1:[34]\d/)
  await page.clock.fastForward('00:30')
  await expect(warning(page)).toContainText(/You will be signed out in 1:[01]\d/)
  const { found, inspect } = inspector(page, '[role=alertdialog]')
  await inspect('the warning')
  expect(found).toEqual([])
  await warning(page).getByRole('button', { name: 'Stay Signed In' }).click()
  await expect(warning(page)).toBeHidden()
  const [session] = await clinic.db.session.findMany()
  expect((session?.expire.getTime() ?? 0) - Date.now()).toBeGreaterThan(14 * 60_000)
  await page.clock.fastForward('10:00')
  await expect(page.getByRole('row', { name: /Okafor/ })).toBeVisible()
})

test('when the time is up the screen is emptied and asks the user to sign in', async ({
  page,
  clinic,
  watch,
}) => {
  await leave(clinic, 100)
  await letPass(page, '13:00')
  await expect(warning(page)).toBeVisible()
  await leave(clinic, -1)
  watch.allow(401, /^\/patients$/)
  await page.clock.fastForward('02:00')
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Okafor')).toHaveCount(0)
})

test('signing out in one tab empties the others', { tag: '@long' }, async ({ page, context, watch }) => {
  const other = await context.newPage()
  await visit(other, '/schedule')
  watch.allow(401, /^\/patients$/)
  await other.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(login(other)).toBeVisible()
  await expect(login(page)).toBeVisible()
})

test('the maximum session cannot be extended, and unfinished work is saved', { tag: '@long' }, async ({
  page,
  clinic,
}) => {
  await choose(page, 'Maren Okafor', 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit Patient' })
  await editing.getByLabel('Address').fill('418 Guerrero St')
  await leave(clinic, 100, { createdHoursAgo: 12 - 100 / 3600 })
  await page.clock.fastForward('13:00')
  await expect(warning(page)).toContainText('You’ve reached the maximum time for one sign-in')
  await expect(warning(page).getByRole('button', { name: 'Stay Signed In' })).toHaveCount(0)
  await warning(page).getByRole('button', { name: 'Finish First' }).click()
  await expect(warning(page)).toBeHidden()
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editing).toBeHidden()
})

test('the warning keeps the focus, even above a dialog, and returns it', { tag: '@long' }, async ({
  page,
  clinic,
}) => {
  await choose(page, 'Maren Okafor', 'Edit')
  const address = page.getByRole('dialog', { name: 'Edit Patient' }).getByLabel('Address')
  await address.fill('418 Guerrero St')
  await leave(clinic, 100)
  await page.clock.fastForward('13:00')
  // The warning takes the focus shortly after it is shown, which would undo a Tab before that.
  await expect(warning(page)).toBeFocused()
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab')
    await expect(warning(page).locator(':focus'), 'the focus stays inside').toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(warning(page)).toBeHidden()
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('418 Guerrero St')
})

test('input at the time-out is restored after signing in', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const [staff] = await clinic.db.user.findMany({ where: { sessions: { some: {} } } })
  await choose(page, 'Maren Okafor', 'Edit')
  const editing = page.getByRole('dialog', { name: 'Edit Patient' })
  await editing.getByLabel('Address').fill('418 Guerrero St')
  await leave(clinic, 100)
  const before = await clinic.db.session.findFirst()
  // The draft request outlives the page, so Playwright does not see its end. The test waits for the other
  // request.
  const shownAnew = page.waitForResponse((one) => isOf(one.request(), 'EditPatientDialog'))
  await page.clock.fastForward('13:00')
  await expect(warning(page)).toBeVisible()
  await shownAnew
  await expect.poll(() => clinic.db.draft.count()).toBe(1)
  expect(await clinic.db.session.findFirst(), 'saving the draft did not extend the session').toEqual(before)
  await leave(clinic, -1)
  watch.allow(401, /^\/patients$/)
  await page.clock.fastForward('02:00')
  await expect(login(page)).toBeVisible()
  await signIn(staff as { email: string })
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Edit')
  await editing.getByRole('button', { name: 'Restore' }).click()
  await expect(editing.getByLabel('Address')).toHaveValue('418 Guerrero St')
})
