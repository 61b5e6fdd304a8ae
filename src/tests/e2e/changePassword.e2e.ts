import type { Page } from '@playwright/test'
import { PASSWORD } from '#tests/support/clinic.ts'
import { toast } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const fresh = 'A-much-better-one-2026'

async function fill(page: Page, current: string, next: string, again: string) {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password', { exact: false }).first().fill(next)
  await page.getByLabel('Confirm New Password').fill(again)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

test('a user with a temporary password must change it before anything else', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const user = await clinic.user({ mustChangePassword: true })
  await signIn(user)
  for (const path of ['/', '/patients', '/audit-logs', '/no-such-page']) {
    await page.goto(path)
    await expect(page).toHaveURL('/change-password')
  }
  await expect(page.getByText('You must change your password before continuing')).toBeVisible()

  await fill(page, '', 'short', '')
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText('Please confirm your password')).toBeVisible()
  await fill(page, PASSWORD, fresh, `${fresh}!`)
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await expect(page.getByLabel('Confirm New Password')).toBeFocused()

  watch.allow(400, /^\/api\/auth\/change-password$/)
  await fill(page, 'not the password', fresh, fresh)
  await expect(page.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true')

  await fill(page, PASSWORD, fresh, fresh)
  await expect(toast(page, 'Success')).toContainText('Password changed successfully')
  await expect(page).toHaveURL('/dashboard')
  await signsInWith(page, user.email)
})

test('the same works without JavaScript', { tag: '@long' }, async ({ clinic, visitor, signIn, watch }) => {
  const user = await clinic.user({ mustChangePassword: true })
  const page = await visitor({ javaScriptEnabled: false })
  await signIn(user, page.context())
  await page.goto('/patients')
  await expect(page).toHaveURL('/change-password')
  watch.allow(400, /^\/change-password$/)
  await fill(page, PASSWORD, fresh, 'something else')
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await fill(page, PASSWORD, fresh, fresh)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
  await signsInWith(page, user.email)
})

async function signsInWith(page: Page, email: string) {
  const { request } = page.context()
  const old = await request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  expect(old.status(), 'the old password').toBe(401)
  const next = await request.post('/api/auth/login', { data: { email, password: fresh } })
  expect(next.status(), 'the new password').toBe(200)
}
