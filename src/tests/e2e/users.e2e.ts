import type { Page } from '@playwright/test'
import { PASSWORD } from '#tests/support/clinic.ts'
import { rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an administrator adds a user, who must choose a new password', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Byron' }))
  await visit(page, '/users')
  await expect(page.getByText('Manage system users and their permissions')).toBeVisible()
  await expect(rowOf(page, 'Ada Byron')).toContainText('(Your Account)')
  await expect(rowOf(page, 'Ada Byron').getByRole('button')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  await dialog.getByRole('button', { name: 'Create User' }).click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Valid email is required',
    'Password must be at least 8 characters',
  ])
    await expect(dialog).toContainText(message)
  await dialog.getByLabel('First Name').fill('Lena')
  await dialog.getByLabel('Last Name').fill('Hart')
  await dialog.getByLabel('Email').fill('lena@clinic.test')
  await dialog.getByPlaceholder('Minimum 8 characters').fill('a long pass phrase')
  await expect(dialog.getByRole('combobox', { name: /Role/ })).toHaveValue('staff')
  await expect(dialog.getByRole('checkbox', { name: 'Ask for a new password' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(toast(page, 'Success')).toContainText('User created successfully')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Lena Hart')).toContainText('Staff')
  await expect(rowOf(page, 'Lena Hart')).toContainText('Active')
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toContainText('Staff Members1')
  expect(await clinic.db.user.findFirst({ where: { email: 'lena@clinic.test' } })).toMatchObject({
    mustChangePassword: true,
    isActive: true,
    role: 'staff',
  })
})

test('an administrator deactivates an account, reassigns its work, reactivates it, and deletes it with a successor', async ({
  page,
  clinic,
  signIn,
}) => {
  const sam = await clinic.user({ firstName: 'Sam', lastName: 'Marsh' })
  const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Stone' })
  const patient = await clinic.patient({ assignedAttorneyId: sam.id })
  const assignee = async () =>
    (await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })).assignedAttorneyId
  await signIn(await clinic.user({ role: 'admin', lastName: 'Byron' }))
  await visit(page, '/users')
  const left = page.getByRole('region', { name: 'Work of Inactive Users' })
  await expect(left).toHaveCount(0)
  await page.getByRole('button', { name: 'Deactivate: Sam Marsh' }).click()
  await expect(toast(page, 'Success')).toContainText('User deactivated successfully')
  await expect(rowOf(page, 'Sam Marsh')).toContainText('Inactive')
  await expect(left).toContainText('Sam Marsh1 patient')
  await left.getByRole('button', { name: 'Reassign: Sam Marsh' }).click()
  const work = page.getByRole('dialog', { name: 'Reassign Work' })
  await expect(work).toContainText('Sam Marsh has 1 patient.')
  await work.getByRole('button', { name: 'Reassign Work' }).click()
  await expect(work).toContainText('Choose another active user as the successor')
  await work.getByLabel('Reassign To').selectOption('Rae Stone')
  await work.getByRole('button', { name: 'Reassign Work' }).click()
  await expect(toast(page, 'Success')).toContainText('Reassigned 1 patient')
  await expect(left).toHaveCount(0)
  expect(await assignee()).toBe(rae.id)
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: sam.id } })
  await page.getByRole('button', { name: 'Activate: Sam Marsh', exact: true }).click()
  await expect(toast(page, 'Success')).toContainText('User activated successfully')

  await page.getByRole('button', { name: 'Delete: Sam Marsh' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete User' })
  await expect(dialog).toContainText(
    'Are you sure you want to delete Sam Marsh? This action cannot be undone and will permanently remove the user and all associated data.',
  )
  await expect(dialog).toContainText('Patient data is kept')
  await dialog.getByLabel('Reassign To').selectOption('Rae Stone')
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expect(toast(page, 'Success')).toContainText('User deleted successfully')
  await expect(rowOf(page, 'Sam Marsh')).toHaveCount(0)
  expect(await assignee()).toBe(rae.id)
})

test('an administrator edits an account, resets its password and ends its sessions', {
  tag: '@long',
}, async ({ page, clinic, signIn, visitor }) => {
  const sam = await clinic.user({ firstName: 'Sam', lastName: 'Marsh', email: 'sam@clinic.test' })
  const theirs = await visitor()
  await signIn(sam, theirs.context())
  await signIn(await clinic.user({ role: 'admin', lastName: 'Byron' }))
  await visit(page, '/users')
  await menuOf(page, 'Sam Marsh', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Last Name').fill('Moor')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(rowOf(page, 'Sam Moor')).toContainText('sam@clinic.test')

  await menuOf(page, 'Sam Moor', 'Sessions')
  const sessions = page.getByRole('dialog', { name: 'Sessions of Sam Moor' })
  await sessions.getByRole('button', { name: /^End Session/ }).click()
  await expect(sessions).toContainText('Not signed in anywhere')
  expect(await clinic.db.session.count({ where: { userId: sam.id } })).toBe(0)
  await sessions.getByRole('button', { name: 'Close' }).last().click()

  await menuOf(page, 'Sam Moor', 'Reset Password')
  const reset = page.getByRole('dialog', { name: 'Reset Password' })
  await reset.getByPlaceholder('Minimum 8 characters').fill('once and never again')
  await reset.getByRole('button', { name: 'Reset Password' }).click()
  await expect(toast(page, 'Success')).toContainText('Password reset successfully')
  const old = await theirs.request.post('/api/auth/login', { data: { email: sam.email, password: PASSWORD } })
  expect(old.status()).toBe(401)
})

test('a locked account is marked and can be unlocked', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const sam = await clinic.user({ firstName: 'Sam', lastName: 'Marsh' })
  await signIn(await clinic.user({ role: 'admin', lastName: 'Byron' }))
  const stranger = await visitor()
  for (let tries = 0; tries < 10; tries += 1)
    await stranger.request.post('/api/auth/login', { data: { email: sam.email, password: 'wrong one' } })
  await visit(page, '/users')
  await expect(rowOf(page, 'Sam Marsh')).toContainText('Locked')
  await menuOf(page, 'Sam Marsh', 'Unlock')
  await expect(toast(page, 'Success')).toContainText('User unlocked successfully')
  await expect(rowOf(page, 'Sam Marsh')).not.toContainText('Locked')
})

test('only administrators see the users', { tag: '@long' }, async ({ page, clinic, signIn, watch }) => {
  watch.allow(403, /^\/users$/)
  for (const role of ['staff', 'attorney'] as const) {
    await signIn(await clinic.user({ role }))
    await visit(page, '/users')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText("You don't have permission to view this page.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
})
