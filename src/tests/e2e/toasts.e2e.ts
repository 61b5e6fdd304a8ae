import type { Locator, Page } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

// SPEC.md section 9: one at a time, 5,000 ms, swipe right by 50 px, F8; see also ui/Toast.test.tsx. The page's clock moves
// only on demand.

const toasts = (page: Page) => page.getByRole('alertdialog')
const complete = (page: Page, title: string) => page.getByRole('button', { name: `Complete: ${title}` })

async function fill(clinic: TestClinic) {
  const staff = await clinic.user()
  const task = { createdById: staff.id, assignedToId: staff.id }
  await clinic.db.task.createMany({
    data: ['Call back', 'Scan the form', 'Ask again'].map((title) => ({ ...task, title })),
  })
  return staff
}

/** The tasks screen with a toast, and a stopped clock. */
async function withToast(page: Page) {
  await page.clock.install()
  await visit(page, '/tasks')
  await complete(page, 'Call back').click()
  await expect(toasts(page)).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(0)
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  await complete(page, 'Scan the form').click()
  await expect(toasts(page)).toContainText('Task marked as completed')
}

test.beforeEach(async ({ clinic, signIn }) => signIn(await fill(clinic)))

test('it stays while hovered, and so does a toast that replaces it there', async ({ page }) => {
  await withToast(page)
  // Moves in steps, like a hand. A single jump may be handled before the frame that has the toast.
  const { x, y } = (await toasts(page).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 40, y + 20, { steps: 5 })
  await page.mouse.move(x + 60, y + 24, { steps: 5 })
  const region = page.getByRole('region', { name: /^Notifications/ })
  await expect(region).toHaveAttribute('data-hovered')
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await complete(page, 'Ask again').press('Enter')
  await expect(page.getByText('Ask again')).toHaveCount(0)
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await expect(toasts(page).locator(':focus'), 'it does not take the focus').toHaveCount(0)
  await page.mouse.move(10, 10)
  await expect(region).not.toHaveAttribute('data-hovered')
  await page.clock.runFor(5_000)
  await expect(toasts(page)).toHaveCount(0)
})

const middle = async (toast: Locator) => {
  const { x, y, width, height } = (await toast.boundingBox()) as {
    x: number
    y: number
    width: number
    height: number
  }
  expect(width, 'at most 420 px wide').toBeLessThanOrEqual(420)
  return { x: Math.round(x + width / 3), y: Math.round(y + height / 2) }
}

async function swipe(page: Page, { x, y }: { x: number; y: number }, by: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 4 })
  await page.mouse.up()
}

test('pages without React behave the same', { tag: '@long' }, async ({ page, context, watch }) => {
  await context.clearCookies()
  watch.allow(401, /^\/api\/auth\/login$/)
  await page.clock.install()
  await page.goto('/')
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  const toast = page.getByRole('alert')
  const signIn = page.getByRole('button', { name: 'Sign In' })
  const fail = async () => {
    await page.getByLabel('Email').fill('nobody@clinic.test')
    await page.getByLabel('Password').fill('not this one')
    await signIn.focus()
    await page.keyboard.press('Enter')
    await expect(toast).toContainText('Login failed')
    await expect(signIn).toBeEnabled()
  }
  await fail()
  await page.clock.runFor(4_900)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(100)
  await expect(toast).toHaveCount(0)

  await fail()
  await page.keyboard.press('F8')
  await page.clock.runFor(20_000)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toasts(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(signIn).toBeFocused()

  await fail()
  await toast.hover()
  await page.clock.runFor(20_000)
  const from = await middle(toast)
  for (const [by, left] of [
    [49, 1],
    [50, 0],
  ] as const) {
    await swipe(page, from, by)
    await expect(toast).toHaveCount(left)
  }
})
