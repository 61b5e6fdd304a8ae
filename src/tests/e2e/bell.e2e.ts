import type { Page } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import { soon, streamsOf } from './support/live.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const bell = (page: Page, unread = 0) =>
  page.getByRole('button', {
    name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications',
    exact: true,
  })

const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Alerts one minute apart, the last at 3:04 PM. */
async function tell(clinic: TestClinic, userId: string, messages: string[], about: object = {}) {
  const last = Date.UTC(2026, 0, 5, 20, 4)
  await clinic.db.alert.createMany({
    data: messages.map((message, index) => ({
      type: 'consent_signed' as const,
      userId,
      message,
      createdAt: new Date(last - (messages.length - 1 - index) * 60_000),
      ...about,
    })),
  })
}

test('the unread count is in the first HTML, and each alert has its text and time', async ({
  page,
  clinic,
  signIn,
}) => {
  const user = await clinic.user()
  await tell(clinic, user.id, [
    'The consent form of Lena Hart was signed',
    'The consent form of Jo Okafor was signed',
  ])
  await signIn(user)
  for (const path of ['/', '/patients', '/schedule', '/consent-forms'])
    expect(await (await page.request.get(path)).text(), path).toContain('Notifications, 2 unread')
  await visit(page, '/schedule')
  await bell(page, 2).click()
  const items = list(page).getByRole('listitem')
  await expect(items).toHaveCount(2)
  await expect(items.first()).toContainText('The consent form of Jo Okafor was signed')
  await expect(items.first()).toContainText('Jan 5, 3:04 PM')
  await items.last().getByRole('button').click()
  await expect(bell(page, 1)).toBeVisible()
  await list(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toBeVisible()
  await expect(list(page).getByText('Unread:')).toHaveCount(0)
  expect(await clinic.db.alert.count({ where: { isRead: false } })).toBe(0)
})

test('an alert opens its patient and is marked read', async ({ page, clinic, signIn }) => {
  const user = await clinic.user()
  const { id: patientId } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await tell(clinic, user.id, ['The consent form of Jo Okafor was signed'], { patientId })
  await signIn(user)
  await visit(page, '/')
  await bell(page, 1).click()
  await list(page)
    .getByRole('button', { name: /Jo Okafor was signed/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/patients\\?patient=${patientId}$`))
  expect((await clinic.db.alert.findFirstOrThrow()).isRead).toBe(true)
})

test('the bell works by keyboard, and says when there are no alerts', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const user = await clinic.user()
  await signIn(user)
  await visit(page, '/schedule')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(list(page)).toContainText('No notifications yet')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await tell(clinic, user.id, ['One', 'Two'])
  await expect(bell(page, 2)).toBeVisible(soon)
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('button', { name: /One/ })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(list(page).getByRole('button', { name: /Two/ })).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(bell(page, 1)).toBeAttached()
})

test('count and list update within two seconds of a change elsewhere', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const user = await clinic.user()
  await tell(clinic, user.id, ['One'])
  await signIn(user)
  const streams = streamsOf(page.context())
  await visit(page, '/schedule')
  const window = await page.context().newPage()
  await visit(window, '/')
  await streams.are(1)
  await bell(window, 1).click()
  await expect(list(window).getByRole('button', { name: /One/ })).toBeVisible()
  await tell(clinic, user.id, ['Two'])
  await expect(bell(page, 2)).toBeVisible(soon)
  await expect(list(window).getByRole('button', { name: /Two/ })).toBeVisible(soon)
  await list(window).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toBeVisible(soon)
})

test('J and K move through the notifications, and X marks one as read', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const user = await clinic.user()
  await tell(clinic, user.id, ['One', 'Two'])
  await signIn(user)
  await visit(page, '/tasks')
  await bell(page, 2).click()
  await expect(list(page).getByRole('button', { name: /Two/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(list(page).getByRole('button', { name: /Two/ })).toBeFocused()
  await page.keyboard.press('j')
  await expect(list(page).getByRole('button', { name: /One/ })).toBeFocused()
  await page.keyboard.press('x')
  await expect(bell(page, 1)).toBeAttached()
  await expect(list(page).getByRole('button', { name: /^One/ })).toBeFocused()
})
