import { inspector } from './support/inspect.ts'
import { rowOf, sendSignIn, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an administrator copies the link of an invitation, and the user sets a password without JavaScript', async ({
  page,
  clinic,
  signIn,
  visitor,
  watch,
}) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New User' })
  await dialog.getByLabel('First Name').fill('Ines')
  await dialog.getByLabel('Last Name').fill('Moreau')
  await dialog.getByLabel('Email').fill('ines@clinic.test')
  await dialog.getByText('Send an invitation').click()
  await expect(dialog.getByPlaceholder('Minimum 8 characters')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  const made = page.getByRole('dialog', { name: 'Invitation Created' })
  const link = await made.getByRole('textbox', { name: 'Link' }).inputValue()
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'Ines Moreau')).toContainText(/Invited\s*Expires/)

  // axe needs JavaScript, which the user's browser below does not have.
  const path = new URL(link).pathname
  await page.goto(path)
  const { found, inspect } = inspector(page, 'main')
  await inspect('the link')
  expect(found).toEqual([])

  const hand = await visitor({ javaScriptEnabled: false })
  await hand.goto(path)
  await expect(hand.getByText('Ines')).toHaveCount(0)
  watch.allow(400, /^\/set-password\//)
  const password = hand.getByLabel('New Password', { exact: false }).first()
  // Chromium reports a field with autofocus that another field was faster than.
  await expect(password).toBeFocused()
  await password.fill('password123')
  await hand.getByLabel('Confirm New Password').fill('password123')
  await hand.getByRole('button', { name: 'Set Password' }).click()
  await expect(hand.getByText('on the list of commonly used passwords')).toBeVisible()
  await expect(password).toBeFocused()
  await password.fill('a long pass phrase')
  await hand.getByLabel('Confirm New Password').fill('a long pass phrase')
  await hand.getByRole('button', { name: 'Set Password' }).click()
  await expect(hand.getByRole('status')).toContainText('Your password is set')
  await hand.getByRole('link', { name: 'Go to Sign In' }).click()
  await hand.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(hand.getByText('This clinic does not send e-mail. Ask your administrator')).toBeVisible()
  await hand.getByRole('link', { name: 'Go to Sign In' }).click()
  await sendSignIn(hand, 'ines@clinic.test', 'a long pass phrase')
  await expect(hand).toHaveURL('/')
  watch.allow(404, /^\/set-password\//)
  await hand.goto(path)
  await expect(hand.getByRole('alert')).toContainText('This link does not work')
})
