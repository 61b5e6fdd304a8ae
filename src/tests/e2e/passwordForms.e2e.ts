import type { Locator, Page } from '@playwright/test'
import { rowOf, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** The user name that a password manager finds in a form: the field before the first password that is marked as one. */
const usernameIn = (form: Locator): Promise<string | undefined> =>
  form.evaluate((element: HTMLFormElement) => {
    const fields = [...element.elements].filter((one) => one instanceof HTMLInputElement)
    const password = fields.findIndex(({ type }) => type === 'password')
    return fields.slice(0, password).find(({ autocomplete }) => autocomplete.split(' ').includes('username'))
      ?.value
  })

const autocompletes = (form: Locator): Promise<string[]> =>
  form
    .locator('input[type=password]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).autocomplete))

const dialogForm = (page: Page, name: string): Locator => page.getByRole('dialog', { name }).locator('form')

test('every form with a password tells password managers whose password it is', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await page.goto('/')
  const signInForm = page.locator('form#sign-in')
  await expect(signInForm.getByLabel('Email')).toBeFocused()
  await signInForm.getByLabel('Email').fill('ada@clinic.test')
  expect(await usernameIn(signInForm)).toBe('ada@clinic.test')
  expect(await autocompletes(signInForm)).toEqual(['current-password'])

  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Byron' })
  const other = await clinic.user({ firstName: 'Sam', lastName: 'Marsh' })
  await signIn(admin)
  await visit(page, '/change-password')
  const change = page.locator('form#change-password')
  expect(await usernameIn(change)).toBe(admin.email)
  expect(await autocompletes(change)).toEqual(['current-password', 'new-password', 'new-password'])

  await visit(page, '/users')
  await rowOf(page, 'Sam Marsh').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  const reset = dialogForm(page, 'Reset Password')
  await expect(reset.getByLabel('Temporary Password')).toBeFocused()
  expect(await usernameIn(reset)).toBe(other.email)
  expect(await autocompletes(reset)).toEqual(['new-password'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add User' }).click()
  const added = dialogForm(page, 'Add New User')
  await added.getByLabel('Email').fill('lena@clinic.test')
  expect(await usernameIn(added)).toBe('lena@clinic.test')
  expect(await autocompletes(added)).toEqual(['new-password'])
})

test('a user name that is only there for password managers is neither reached, read aloud nor submitted', async ({
  page,
  clinic,
  signIn,
}) => {
  const user = await clinic.user({ mustChangePassword: true })
  await signIn(user)
  await page.goto('/change-password')
  const form = page.locator('form#change-password')
  await expect(form.getByRole('textbox')).toHaveCount(3) // the three passwords
  await expect(form.locator('[autocomplete=username]')).not.toBeInViewport({ ratio: 0.5 })
  await form.getByLabel('Current Password').focus()
  await page.keyboard.press('Shift+Tab')
  expect(await form.locator(':focus').count()).toBe(0)
  const submitted = await form.evaluate((one: HTMLFormElement) => [...new FormData(one).keys()])
  expect(submitted).toEqual(['currentPassword', 'newPassword', 'confirmPassword'])
})
