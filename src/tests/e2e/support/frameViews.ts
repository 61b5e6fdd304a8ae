import { expect, type Page } from '@playwright/test'
import { clinic, inMenu, patientsAt, patientTab, press, type View } from './opening.ts'
import { visit } from './screen.ts'

/** Overlays that are available on every screen, and the question before input is discarded. */
export const frameViews: readonly View[] = [
  { name: 'go to', path: '/tasks', open: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: '/tasks', open: (page) => page.keyboard.press('?') },
  {
    name: 'account',
    path: '/tasks',
    open: async (page) => {
      const bar = page.getByRole('button', { name: 'More', exact: true })
      await ((await bar.isVisible()) ? bar.click() : press(/, account of /)(page))
    },
  },
  {
    name: 'discard changes',
    path: patientsAt('pending_consent'),
    roles: clinic,
    open: async (page) => {
      await inMenu('Edit')(page)
      await page.getByLabel('First Name').fill('Somebody else')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'delete note',
    path: patientsAt('consent_signed'),
    roles: clinic,
    open: async (page) => {
      await patientTab('Notes')(page)
      await page.getByLabel('New Note').fill('Prefers to be called after four.')
      await press('Add Note')(page)
      await press('Delete Note')(page)
      await expect(page.getByRole('alertdialog', { name: 'Delete Note' })).toBeVisible()
    },
  },
  { name: 'views menu', path: patientsAt('consent_signed'), open: press('Views') },
  { name: 'delete view', path: patientsAt('consent_signed'), open: deleteView },
  { name: 'update view', path: patientsAt('consent_signed'), open: updateView },
]

/** Creates a saved view, because other tests may have changed the list. Returns its name. */
async function saveView(page: Page): Promise<string> {
  const name = `Kept at ${Date.now()}`
  await press('Views')(page)
  await page.getByRole('menuitem', { name: /^Save Current View/ }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save View' }).click()
  await expect(page).toHaveURL(/view=/)
  return name
}

async function updateView(page: Page): Promise<void> {
  await saveView(page)
  const address = new URL(page.url())
  address.searchParams.set('status', 'dropped')
  await visit(page, address.pathname + address.search)
  await press('Views')(page)
  await page.getByRole('menuitem', { name: /^Update View/ }).click()
  await expect(page.getByRole('dialog', { name: 'Update View' })).toBeVisible()
}

async function deleteView(page: Page): Promise<void> {
  await press(`Views: ${await saveView(page)}`)(page)
  await page.getByRole('menuitem', { name: /^Delete View/ }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete View' })).toBeVisible()
}
