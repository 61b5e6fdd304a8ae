import type { Page } from '@playwright/test'
import { PASSWORD } from '#tests/support/clinic.ts'
import {
  choose,
  rowOf,
  sendSignIn,
  toast,
  visit,
  visitAndListen,
  visitUntilSessionEnds,
} from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('a visitor without a session gets the login screen instead of every screen', async ({ page, watch }) => {
  for (const path of [
    '/patients',
    '/dashboard',
    '/schedule',
    '/consent-forms',
    '/audit-logs',
    '/change-password',
  ]) {
    watch.allow(401, new RegExp(`^${path}$`))
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByText('Contact your administrator to create an account')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
})

for (const javaScriptEnabled of [true, false])
  test(`the screen of a link opens after signing in, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    clinic,
    visitor,
    watch,
  }) => {
    const { email } = await clinic.user()
    await clinic.patient({ lastName: 'Okafor', status: 'consent_sent' })
    const page = await visitor({ javaScriptEnabled })
    watch.allow(401, /^\/patients$/)
    await page.goto('/patients?status=consent_sent')
    await sendSignIn(page, email)
    await expect(page).toHaveURL('/patients?status=consent_sent')
    await expect(rowOf(page, 'Okafor')).toBeVisible()
  })

test('an unknown path shows the 404 page to everyone', async ({ page, clinic, signIn, watch }) => {
  watch.allow(404, /^\/no-such-page$/)
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
  await signIn(await clinic.user())
  await page.reload()
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('after a wrong password the form stays, with its input', async ({ page, clinic, watch }) => {
  const { email } = await clinic.user()
  await page.goto('/')
  watch.allow(401, /^\/api\/auth\/login$/)
  await sendSignIn(page, email, 'Clinic-demo-2025')
  await expect(page.getByRole('alert')).toContainText('Login failed')
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('an unreachable server is reported as such', { tag: '@long' }, async ({ page, clinic, watch }) => {
  const { email } = await clinic.user()
  await page.goto('/')
  watch.allow('net::ERR_FAILED', /^\/api\/auth\/login$/)
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toContainText('Login error')
  await expect(page.getByRole('alert')).toContainText('An error occurred during login. Please try again.')
})

test('signing in works without JavaScript, with errors on the page', async ({ clinic, visitor, watch }) => {
  const { email } = await clinic.user({ firstName: 'Noor' })
  await clinic.patient({ lastName: 'Okafor' })
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto('/')
  watch.allow(401, /^\/$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(email)

  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
  await page.goto('/patients')
  await expect(rowOf(page, 'Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
})

test('while the clinic’s address is blocked, the front desk signs in, and an administrator unblocks it', {
  tag: '@long',
}, async ({ page, clinic, signIn, visitor, watch }) => {
  const [noor, kim] = [await clinic.user({ firstName: 'Noor' }), await clinic.user({ firstName: 'Kim' })]
  const signInByForm = async (on: Page, email: string) => {
    await on.goto('/')
    await on.getByLabel('Email').fill(email)
    await on.getByLabel('Password').fill(PASSWORD)
    await on.getByRole('button', { name: 'Sign In' }).click()
  }
  const dashboard = (on: Page) => on.getByRole('heading', { name: 'Patient Dashboard' })
  await signIn(noor)
  await page.request.post('/api/auth/logout')
  const [admin, stranger] = [await visitor(), await visitor()]
  await signIn(await clinic.user({ role: 'admin' }), admin.context())
  for (let index = 0; index < 10; index += 1) {
    const guess = { email: `invented${index}@clinic.test`, password: 'guess' }
    expect((await stranger.request.post('/api/auth/login', { data: guess })).status()).toBe(401)
  }

  await signInByForm(page, noor.email)
  await expect(dashboard(page)).toBeVisible()
  watch.allow(429, /^\/api\/auth\/login$/)
  await signInByForm(stranger, kim.email)
  await expect(stranger.getByRole('alert')).toContainText('Too many attempts to sign in. Try again in')

  await visit(admin, '/users')
  const card = admin.getByRole('region', { name: 'Blocked Addresses' })
  await card.getByRole('button', { name: 'Unblock: 127.0.0.1' }).click()
  await expect(toast(admin, 'Success')).toContainText('Address unblocked successfully')
  await expect(card).toHaveCount(0)
  await stranger.getByRole('button', { name: 'Sign In' }).click()
  await expect(dashboard(stranger)).toBeVisible()
})

test('after signing out, Back shows no patient and the session is over', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await expect(rowOf(page, 'Okafor')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()

  watch.allow(401, /^\/patients$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByText('Okafor')).toHaveCount(0)
  expect(await clinic.db.session.count()).toBe(0)
})

test('when the session ends, an open page asks the user to log in and shows no patient', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user())
  watch.allow(401, /^\/graphql$/)
  await visitUntilSessionEnds(page, '/patients', clinic)
  await expect(toast(page, 'Unauthorized')).toContainText('You are not logged in')
  await expect(page.getByText('Please log in to view patients')).toBeVisible()
  await expect(page.getByText('Okafor')).toHaveCount(0)
})

test('when the session ends, an open dialog keeps its input and asks the user to log in', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visitAndListen(page, '/patients')
  await choose(page, 'Jo Okafor', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Patient' })
  await dialog.getByLabel('Notes').fill('Called twice, leaves on Monday')
  await clinic.db.session.deleteMany()
  watch.allow(401, /^\/graphql$/)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Unauthorized')).toContainText('You are not logged in')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Called twice, leaves on Monday')
})
