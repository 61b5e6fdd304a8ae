import { expect, type Page } from '@playwright/test'
import { admin, inMenu, press, type View } from './opening.ts'

let invited = 0

/** Opens Add User for a user who gets an invitation. */
async function toInvite(page: Page): Promise<void> {
  await press('Add User')(page)
  const choice = page.getByRole('checkbox', { name: 'Send an invitation instead of setting a password' })
  // What an earlier view left in the form is offered above the fields, and moves them while they are pressed.
  await expect(async () => {
    if (!(await choice.isChecked()))
      await page.getByText('Send an invitation instead of setting a password').click()
    await expect(choice).toBeChecked({ timeout: 500 })
  }).toPass()
}

async function invite(page: Page): Promise<void> {
  invited += 1
  await toInvite(page)
  await page.getByLabel('First Name').fill('Ines')
  await page.getByLabel('Last Name').fill('Moreau')
  await page.getByLabel('Email').fill(`ines-${Date.now()}-${invited}@clinic.test`)
  await press('Send Invitation')(page)
  await expect(page.getByRole('dialog', { name: 'Invitation Created' })).toBeVisible()
}

/** Chooses an action in the menu of the first user whose row has this text. */
const ofUser = (text: string | RegExp, item: string) => async (page: Page) => {
  const row = page.getByRole('row').filter({ hasText: text }).first()
  await row.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
}

/** The dialogs about users and their sessions. */
export const accountViews: readonly View[] = [
  { name: 'add user', path: '/users', roles: admin, open: press('Add User'), submit: 'Create User' },
  { name: 'invite user', path: '/users', roles: admin, open: toInvite, submit: 'Send Invitation' },
  { name: 'invitation created', path: '/users', roles: admin, open: invite },
  {
    name: 'invite again',
    path: '/users',
    roles: admin,
    open: async (page) => {
      await invite(page)
      await press('Done')(page)
      await ofUser('Ines Moreau', 'Resend Invitation')(page)
    },
  },
  { name: 'edit user', path: '/users', roles: admin, open: inMenu('Edit') },
  { name: 'reset password', path: '/users', roles: admin, open: inMenu('Reset Password') },
  {
    name: 'reset second factor',
    path: '/users',
    roles: admin,
    open: ofUser(/Second Factor(?! Missing)/, 'Reset Second Factor'),
    submit: 'Reset Second Factor',
  },
  {
    name: 'disconnect single sign-on',
    path: '/users',
    roles: admin,
    open: ofUser('Single Sign-On', 'Disconnect Single Sign-On'),
  },
  { name: 'user sessions', path: '/users', roles: admin, open: inMenu('Sessions') },
  { name: 'reassign work', path: '/users', roles: admin, open: inMenu('Reassign Work') },
  { name: 'delete user', path: '/users', roles: admin, open: press(/^Delete: /) },
  {
    name: 'new authenticator app',
    path: '/second-factor',
    open: press(/^Set Up (Authenticator App|New Phone)$/),
    isScreen: true,
  },
  { name: 'report session', path: '/settings', roles: admin, open: press(/^This Wasn’t Me: /) },
]
