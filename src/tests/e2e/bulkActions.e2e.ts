import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** Fifty-nine patients, as many as the sample file of an import, `Person 59` the newest. */
async function importedPatients(clinic: TestClinic, count = 59): Promise<void> {
  const createdById = (await clinic.user()).id
  await clinic.db.patient.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      firstName: 'Kim',
      lastName: `Person ${String(index + 1).padStart(2, '0')}`,
      email: `person${index + 1}@example.test`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 12, index)),
      createdById,
    })),
  })
}

const bar = (page: Page) => page.getByRole('group', { name: 'Actions for the selected patients' })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
/** A job may wait for the queue. */
const SOON = { timeout: 30_000 }

test('59 patients are assigned in four presses, and the assignment is undone', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await importedPatients(clinic)
  const rosa = await clinic.user({ role: 'attorney', firstName: 'Rosa', lastName: 'Vega' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/patients?assignedAttorney=none')
  let presses = 0
  const press = async (target: Locator) => {
    await target.click()
    presses += 1
  }
  await press(page.getByRole('checkbox', { name: 'Select all patients on this page' }))
  await expect(bar(page)).toContainText('25 selected')
  await press(bar(page).getByRole('button', { name: 'Select All 59 in This Filter' }))
  await expect(bar(page)).toContainText('59 selected')
  await press(bar(page).getByRole('button', { name: 'Assign' }))
  await press(page.getByRole('menuitem', { name: 'Rosa Vega' }))
  expect(presses).toBe(4)
  await expect(page.getByText('59 patients assigned.')).toBeVisible(SOON)
  await expect(page.getByText('No patients found')).toBeVisible()
  expect(await clinic.db.patient.count({ where: { assignedAttorneyId: rosa.id } })).toBe(59)

  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('59 patients given back.')).toBeVisible(SOON)
  await expect(page.getByRole('heading', { name: 'Patients (59)' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('a range is selected with Shift, and the result names the skipped patients', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await importedPatients(clinic, 5)
  await clinic.patient({
    firstName: 'Ann',
    lastName: 'Signed',
    status: 'schedulable',
    createdAt: new Date(0),
  })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await box(page, 'Kim Person 02').click()
  await box(page, 'Ann Signed').click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await expect(bar(page).getByRole('button', { name: 'Assign' })).toHaveCount(0)
  await bar(page).getByRole('button', { name: 'Send Consent' }).click()
  await page
    .getByRole('dialog', { name: 'Send Consent' })
    .getByRole('button', { name: 'Send Consent' })
    .click()
  await expect(page.getByText('2 patients asked for consent, 1 skipped.')).toBeVisible(SOON)
  await expect(bar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Skipped' }).click()
  await expect(page.getByRole('dialog', { name: 'Skipped Patients' })).toContainText('Ann Signed')
})

test('several patients get a task and are exported as a table', async ({ page, clinic, signIn }) => {
  await importedPatients(clinic, 3)
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await box(page, 'Kim Person 01').check()
  await box(page, 'Kim Person 03').check()
  await bar(page).getByRole('button', { name: 'Add Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Task' })
  await dialog.getByLabel('Title').fill('Call about the visit')
  await dialog.getByRole('button', { name: 'Add Task' }).click()
  await expect(page.getByText('2 patients given the task.')).toBeVisible(SOON)
  expect(await clinic.db.task.count({ where: { title: 'Call about the visit' } })).toBe(2)

  await box(page, 'Kim Person 02').check()
  await bar(page).getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('1 patient exported.')).toBeVisible(SOON)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const table = await readFile(await (await downloading).path(), 'utf8')
  expect(table).toContain('Person 02')
  expect(table).not.toContain('Person 01')
})

test('on a phone, the boxes appear only after Select', { tag: '@long' }, async ({
  clinic,
  signIn,
  visitor,
}) => {
  await importedPatients(clinic, 2)
  const page = await visitor(phone)
  await signIn(await clinic.user(), page.context())
  await visit(page, '/patients')
  await expect(box(page, 'Kim Person 01')).toBeHidden()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await box(page, 'Kim Person 01').check()
  await expect(bar(page)).toContainText('1 selected')
  await bar(page).getByRole('button', { name: 'Clear Selection' }).click()
  await expect(box(page, 'Kim Person 01')).toBeHidden()
})

test('J and K move, X selects, E edits and Enter opens, but not while typing', async ({
  page,
  clinic,
  signIn,
}) => {
  await importedPatients(clinic, 3)
  await signIn(await clinic.user())
  await visit(page, '/patients')
  const link = (name: string) => page.getByRole('link', { name })
  await page.keyboard.press('j')
  await expect(link('Kim Person 03')).toBeFocused()
  await page.keyboard.press('j')
  await expect(link('Kim Person 02')).toBeFocused()
  await page.keyboard.press('x')
  await expect(box(page, 'Kim Person 02')).toBeChecked()
  await page.keyboard.press('k')
  await expect(link('Kim Person 03')).toBeFocused()
  await expect(link('Kim Person 03')).toBeInViewport()
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Edit Patient' })
  await expect(edit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await expect(box(page, 'Kim Person 02'), 'Escape closes only the dialog').toBeChecked()
  await link('Kim Person 01').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Kim Person 01' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('jkxe')
  await expect(page.getByRole('searchbox', { name: 'Search patients...' })).toHaveValue('jkxe')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
