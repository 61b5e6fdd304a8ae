import type { Page } from '@playwright/test'
import { inspector } from './support/inspect.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const list = (page: Page) => page.getByRole('main')

test('in a new clinic, each empty list offers its first row to users who may add it', {
  tag: '@long',
}, async ({ page, clinic, signIn, visitor }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const { found, inspect } = inspector(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await visit(page, '/patients')
  await expect(list(page).getByText('No patients found')).toBeVisible()
  await expect(list(page).getByRole('link', { name: 'Import Patients' })).toHaveAttribute(
    'href',
    '/patients/import',
  )
  await inspect('no patients')
  await list(page).getByRole('button', { name: 'Add Patient' }).click()
  await expect(dialog('Add New Patient')).toBeVisible()

  await visit(page, '/tasks')
  await inspect('no tasks')
  await list(page).getByRole('button', { name: 'Add Task' }).click()
  await expect(dialog('Add Task')).toBeVisible()

  await visit(page, '/consent-forms')
  await inspect('no consent forms')
  await list(page).getByRole('button', { name: 'Add Patient' }).click()
  await expect(dialog('Add New Patient')).toBeVisible()

  await visit(page, '/reports')
  await expect(list(page).getByRole('link', { name: 'Send Consent Forms' }).first()).toBeVisible()
  await inspect('no figures')
  expect(found).toEqual([])

  const [staff, attorney] = [await visitor(), await visitor()]
  await signIn(await clinic.user(), staff.context())
  await visit(staff, '/patients')
  await expect(list(staff).getByRole('button', { name: 'Add Patient' })).toBeVisible()
  await expect(list(staff).getByRole('link', { name: 'Import Patients' })).toHaveCount(0)
  await signIn(await clinic.user({ role: 'attorney' }), attorney.context())
  await visit(attorney, '/patients')
  await expect(list(attorney).getByText('No patients found')).toBeVisible()
  await expect(list(attorney).getByRole('button', { name: 'Add Patient' })).toHaveCount(0)
})

test('a list whose filter matches nothing offers to clear the filter instead', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await clinic.patient({ firstName: 'Jo', lastName: 'Doyle' })
  for (const [filtered, whole] of [
    ['/patients?search=nobody-of-this-name', '/patients'],
    ['/patients?status=treatment_completed', '/patients'],
    ['/tasks?status=cancelled', '/tasks'],
    ['/users?find=nobody-of-this-name', '/users'],
    ['/audit-logs?action=break_glass', '/audit-logs'],
    ['/reports?fromDay=2019-01-01&toDay=2019-01-31', '/reports'],
  ] as const) {
    await visit(page, filtered)
    await expect(list(page).getByRole('button', { name: /^Add / }), filtered).toHaveCount(0)
    await list(page).getByRole('link', { name: 'Clear Filters' }).last().click()
    await expect(page, filtered).toHaveURL(new RegExp(`${whole}$`))
  }
  await visit(page, '/schedule?status=no_show')
  await list(page).getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL(/\/schedule$/)
})

test('an empty record list offers the upload to users who may', async ({ page, clinic, signIn }) => {
  const staff = await clinic.user()
  await clinic.patient({ firstName: 'Jo', lastName: 'Doyle', createdById: staff.id })
  await signIn(staff)
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'More actions for Jo Doyle' }).click()
  await page.getByRole('menuitem', { name: 'View Records' }).click()
  await page
    .getByRole('dialog', { name: 'Patient Records' })
    .getByRole('button', { name: 'Upload Records' })
    .click()
  await expect(page.getByRole('dialog', { name: /^Upload/ })).toBeVisible()
})
