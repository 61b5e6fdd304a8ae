import type { Page } from '@playwright/test'
import type { User } from '#infra/prisma/client.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { figures, named, quoted, unread } from '#tests/support/quotedTexts.ts'
import { storedRecord } from '#tests/support/recordFiles.ts'
import { everyStatus } from './support/everyStatus.ts'
import { hold } from './support/held.ts'
import { makeReader } from './support/reader.ts'
import { choose, sendSignIn, toast, visit, visitUntilSessionEnds } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import { isFor, screenViews, show } from './support/views.ts'

// SPEC.md section 2: every quoted text appears on a screen. Rules and results are in specRules.long.e2e.ts and
// specAnswers.long.e2e.ts.

const fresh = 'A-much-better-one-2026'
const empty = ['/', '/patients', '/tasks', '/schedule', '/consent-forms', '/users?find=nobody', '/settings']

test('every text that SPEC quotes for the screens is shown', async ({ page, clinic, signIn, watch }) => {
  const reader = makeReader()
  await reader.over(page.context())

  const ada = await clinic.user({ role: 'admin', email: 'ada@clinic.test', mustChangePassword: true })

  await test.step('before the first screen', async () => {
    watch.allow(404, /^\/no-such-page$/)
    await page.goto('/no-such-page')
    await signsInSlowly(page, ada)
    await changesThePasswordSlowly(page)
  })
  await test.step('in a clinic without anything in it', async () => {
    for (const path of empty) await visit(page, path)
    await visit(page, '/change-password')
  })
  const { admin, staff } = await everyStatus(clinic)
  await fill(clinic, admin)
  await signIn(admin)
  await test.step('on every screen', async () => {
    for (const view of screenViews) if (isFor(view, 'admin')) await show(page, view)
    await visit(page, '/audit-logs?resourceType=patient')
    const aboutPatient = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /Lindqvist/ }) })
    await aboutPatient.first().getByText('Details', { exact: true }).click()
  })
  await test.step('in dialogs and menus', () => looksIntoDialogs(page))
  await test.step('of other users', () => deactivatesAndAdds(page))
  watch.allow('net::ERR_FAILED', /^\/graphql$/)
  await test.step('while something loads', () => waits(page))
  await test.step('without the role, and without a session', async () => {
    await signIn(staff)
    watch.allow(403, /^\/(audit-logs|users)$/)
    await page.goto('/audit-logs')
    await page.goto('/users')
    watch.allow(401, /^\/graphql$/)
    for (const path of ['/', '/tasks']) await outlivesTheSession(page, path, clinic, () => signIn(staff))
  })

  expect(
    reader.missed([...quoted.screens, ...named], figures.screens).filter((text) => !(text in unread)),
  ).toEqual([])
})

async function fill(clinic: TestClinic, admin: User) {
  await clinic.patient({ lastName: 'Byhand', status: 'consent_sent' })
  const { id: patientId } = await clinic.patient({
    firstName: 'Jo',
    lastName: 'Planned',
    status: 'consent_signed',
    consultationDate: new Date('2100-01-04'),
    consultationTime: '10:00',
    consultationLocation: 'Room 4',
  })
  await clinic.user({ firstName: 'Una', lastName: 'Vale', isActive: false })
  await storedRecord(clinic, { patientId, uploadedById: admin.id, fileName: 'old scan.pdf' })
  await clinic.db.alert.create({
    data: { type: 'consent_signed', userId: admin.id, message: 'Signed', patientId },
  })
}

async function signsInSlowly(page: Page, { email }: User) {
  await page.goto('/')
  const { release } = await hold(page, '**/api/auth/login')
  await sendSignIn(page, email)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await release()
  await expect(page).toHaveURL('/change-password')
}

async function changesThePasswordSlowly(page: Page) {
  const { release } = await hold(page, '**/api/auth/change-password')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByLabel('New Password').first().fill(fresh)
  await page.getByLabel('Confirm New Password').fill(fresh)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('button', { name: 'Changing Password...' })).toBeVisible()
  await release()
  await expect(toast(page, 'Success')).toContainText('Password changed successfully')
}

async function looksIntoDialogs(page: Page) {
  const close = () => page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeVisible()
  await visit(page, '/patients?status=consent_signed')
  for (const item of ['Notes', 'Upload Records', 'Drop Patient'] as const) {
    await choose(page, 'Jo Planned', item)
    await expect(page.getByRole('dialog')).toBeVisible()
    await close()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  for (const title of ['Update Consultation', 'Schedule Consultation'] as const) {
    await page
      .getByRole('button', { name: new RegExp(`^${title}: Jo`) })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await close()
  }
  await choose(page, 'Jo Planned', 'View Records')
  await page.getByRole('link', { name: 'Download old scan.pdf' }).click()
  await expect(toast(page, 'Downloading')).toBeVisible()
  await visit(page, '/patients')
  await choose(page, 'Jo Planned', 'View Details')
  await expect(page.getByRole('tab', { name: 'Notes' })).toBeVisible()
}

async function deactivatesAndAdds(page: Page) {
  await visit(page, '/users')
  await page.getByRole('button', { name: 'Activate: Una Vale' }).hover()
  await page.getByRole('button', { name: 'Delete: Una Vale' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete User' })).toContainText('Are you sure')
  await page.keyboard.press('Escape')
  const { release } = await hold(page, '**/graphql')
  await page.getByRole('button', { name: 'Activate: Una Vale' }).click()
  await expect(page.getByRole('button', { name: /^Updating/ })).toBeVisible()
  await release()
  await expect(toast(page, 'Success')).toBeVisible()

  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  await dialog.getByLabel('First Name').fill('Lena')
  await dialog.getByLabel('Last Name').fill('Hart')
  await dialog.getByLabel('Email').fill('lena@clinic.test')
  await dialog.getByPlaceholder('Minimum 8 characters').fill(fresh)
  const creating = await hold(page, '**/graphql')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible()
  await creating.release()
  await expect(toast(page, 'Success')).toContainText('User created successfully')
}

/** Shows loading states; a list that failed once loads again on the next request. */
async function waits(page: Page) {
  await visit(page, '/tasks')
  let held = await hold(page, '**/graphql')
  await page.getByRole('link', { name: 'Show Done Tasks' }).click()
  await expect(page.getByRole('status', { name: 'Loading tasks...' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Task' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Patient' }).fill('jo')
  await expect(page.getByText('Loading...')).toBeVisible()
  await held.release()

  const failed = async (ask: () => Promise<unknown>) => {
    await page.route('**/graphql', (route) => route.abort())
    await ask()
    await expect(page.getByText(/could not be loaded/)).toBeVisible()
    await page.unroute('**/graphql')
    held = await hold(page, '**/graphql')
  }
  await visit(page, '/users')
  const find = page.getByRole('searchbox', { name: 'Search users...' })
  await failed(() => find.fill('sam'))
  await find.fill('una')
  await expect(page.getByRole('status', { name: 'Loading users...' })).toBeVisible()
  await held.release()
  await visit(page, '/audit-logs')
  const action = page.getByRole('combobox', { name: 'Action' })
  await failed(() => action.selectOption({ label: 'Login' }))
  await action.selectOption({ label: 'Created' })
  await expect(page.getByRole('status', { name: 'Loading audit logs...' })).toBeVisible()
  await held.release()
}

async function outlivesTheSession(
  page: Page,
  path: string,
  clinic: TestClinic,
  signIn: () => Promise<unknown>,
) {
  await signIn()
  await visitUntilSessionEnds(page, path, clinic)
  await expect(page.getByText('Please log in to view tasks')).toBeVisible()
}
