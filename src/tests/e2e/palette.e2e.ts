import type { Page } from '@playwright/test'
import { phone, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const field = (page: Page) => palette(page).getByRole('searchbox')
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('Ctrl+K opens a screen by a few letters', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user())
  await visit(page, '/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('consent')
  await expect(palette(page).getByRole('option')).toHaveText(['Consent Forms'])
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Consent Form Management')).toBeVisible()
})

test('it finds and opens only patients visible to the user', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const attorney = await clinic.user({ role: 'attorney' })
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', assignedAttorneyId: attorney.id })
  await clinic.patient({ firstName: 'Ana', lastName: 'Okafor' })
  await signIn(attorney)
  await visit(page, '/schedule')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('okaf')
  await expect(palette(page).getByRole('option')).toHaveText([/Jo Okafor/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toBeVisible()
})

test('keys open screens and a new patient, and type in fields', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(heading(page, 'Patient Management')).toBeVisible()
  await visit(page, '/patients')
  await page.keyboard.press('/')
  await page.keyboard.type('g/n?')
  await expect(page.getByRole('searchbox', { name: 'Search patients...' })).toHaveValue('g/n?')
  await page.getByRole('main').focus()
  await page.keyboard.press('n')
  const adding = page.getByRole('dialog', { name: 'Add New Patient' })
  await expect(adding.getByLabel('First Name')).toBeFocused()
  await adding.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('?')
  await expect(shortcuts(page), 'keys do not reach the page behind a dialog').toBeHidden()
})

test('the account menu names the user and links to their settings', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Park' }))
  await visit(page, '/patients')
  await page.getByRole('button', { name: /account of Rae Park/ }).click()
  const menu = page.getByRole('group', { name: 'Account' })
  await expect(menu).toContainText('Rae Park')
  await expect(menu).toContainText('Staff')
  await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await menu.getByRole('button', { name: 'Keyboard Shortcuts' }).click()
  // The focus arrives shortly after the dialog is shown, and only then does the dialog hear keys.
  await expect(shortcuts(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /account of Rae Park/ }).click()
  await menu.getByRole('link', { name: 'Change Password' }).click()
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()
})

test('on a phone everything is in the sheet', { tag: '@long' }, async ({ clinic, signIn, visitor }) => {
  const page = await visitor(phone)
  await signIn(await clinic.user(), page.context())
  await visit(page, '/patients')
  const sheet = page.getByRole('dialog', { name: 'More' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await sheet.getByRole('button', { name: 'Go to...' }).click()
  await expect(palette(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await sheet.getByRole('button', { name: 'Sign Out' }).click()
  await expect(heading(page, 'Sign in to Caseload')).toBeVisible()
})

const options = (page: Page) => palette(page).getByRole('option')

test('over an open chart it offers the actions of that patient first, and runs them', async ({
  page,
  clinic,
  signIn,
}) => {
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', status: 'consent_signed' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, `/patients?patient=${id}`)
  const chart = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(chart.getByRole('button', { name: /Schedule Consultation/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('Jo Okafor')
  await expect(options(page).first()).toHaveText('Schedule Consultation')
  await expect(options(page).filter({ hasText: 'View Details' })).toHaveCount(0)
  await page.keyboard.type('reassign')
  await expect(options(page)).toHaveText(['Reassign Patient'])
  await page.keyboard.press('Enter')
  const reassign = page.getByRole('dialog', { name: 'Reassign Patient' })
  await expect(reassign).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reassign).toBeHidden()
  await expect(chart).toBeVisible()
})

test('Escape closes the palette once, with or without text, and leaves the chart open', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, `/patients?patient=${id}`)
  const chart = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(chart.getByRole('tab', { name: 'Notes' })).toBeVisible()
  for (const text of ['', 'tas']) {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(chart).toBeVisible()
    await expect.poll(() => chart.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(chart).toBeHidden()
})

test('two keys add a task for the patient whose chart is open', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, `/patients?patient=${id}`)
  const chart = page.getByRole('dialog', { name: 'Jo Okafor' })
  await expect(chart.getByRole('tab', { name: 'Notes' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('a')
  await page.keyboard.press('t')
  const adding = page.getByRole('dialog', { name: 'Add Task' })
  await expect(adding.getByRole('combobox', { name: /Patient/ })).toHaveValue('Jo Okafor')
  await expect(page.getByRole('dialog', { name: 'Add New Patient' })).toHaveCount(0)
})

test('without a chart, it asks for the patient and then offers the actions', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', status: 'pending_consent' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/tasks')
  await page.keyboard.press('Control+k')
  await options(page).filter({ hasText: 'Choose a Patient and an Action' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('okaf')
  await expect(options(page)).toHaveText([/Jo Okafor/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(options(page).first()).toHaveText('Send Consent')
  await page.keyboard.type('drop')
  await expect(options(page)).toHaveText(['Drop Patient'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog', { name: /Drop/ }))).toBeVisible()
})

test('an administrator opens a section of the settings by its name, others do not see it', {
  tag: '@long',
}, async ({ page, clinic, signIn, visitor }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('legal holds')
  await expect(options(page)).toHaveText(['Legal Holds'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Legal Holds' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/settings$/)
  const other = await visitor()
  await signIn(await clinic.user(), other.context())
  await visit(other, '/')
  await other.keyboard.press('Control+k')
  await expect(field(other)).toBeFocused()
  await other.keyboard.type('legal holds')
  await expect(palette(other).getByText('Nothing found')).toBeVisible()
})

test('it offers the patients whose charts were opened in this tab, and keeps only their IDs', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const mine = { assignedAttorneyId: attorney.id }
  const ana = await clinic.patient({ firstName: 'Ana', lastName: 'Okafor', ...mine })
  const jo = await clinic.patient({ firstName: 'Jo', lastName: 'Park', ...mine })
  await signIn(attorney)
  for (const { id, firstName } of [ana, jo]) {
    await visit(page, `/patients?patient=${id}`)
    await expect(page.getByRole('dialog', { name: firstName })).toBeVisible()
  }
  await visit(page, '/schedule')
  await page.keyboard.press('Control+k')
  const recent = palette(page).getByRole('group', { name: 'Recent Patients' }).getByRole('option')
  await expect(recent).toHaveText(['Jo Park', 'Ana Okafor'])
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(kept).toContain(jo.id)
  expect(kept).not.toContain('Park')

  await clinic.db.patient.update({ where: { id: jo.id }, data: { assignedAttorneyId: null } })
  await visit(page, '/schedule')
  await page.keyboard.press('Control+k')
  await expect(recent).toHaveText(['Ana Okafor'])
  await recent.click()
  await expect(page.getByRole('dialog', { name: 'Ana Okafor' })).toBeVisible()
})
