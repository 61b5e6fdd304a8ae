import type { Page } from '@playwright/test'
import { sample } from '#tests/support/recordFiles.ts'
import { inspector } from './support/inspect.ts'
import { choose, download, follow, pick, rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose File' }).click(),
  ])
  await picker.setFiles({ name, mimeType: 'text/csv', buffer })
}

const file = Buffer.from(
  [
    'Given Name;Surname;DOB;Street;City;Chart No.',
    'Ana;Reyes;20.09.2009;1 Main St;Reno;1',
    ';Nameless;1.2.1980;;;2',
    'Old;Friend;05.01.1970;;;3',
    'Bo;Reyes;31.12.1999;2 Main St;Reno;4',
  ].join('\r\n'),
)

test('an administrator imports a file after a trial, and a patient without e-mail gets other ways to sign', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  watch.allow(400, /\/api\/patient-imports$/)
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Iris', lastName: 'Holm' })
  await clinic.patient({ firstName: 'Old', lastName: 'Friend', dateOfBirth: new Date('1970-01-05') })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/settings')
  await follow(page, page.getByRole('link', { name: 'Import Patients' }), 'Import Patients')
  await expect(page.getByText('No file has been imported yet')).toBeVisible()
  await chooseFile(page, 'patients.csv', sample('rotation.pdf'))
  await expect(page.getByRole('alert').filter({ hasText: 'This is a PDF, not a CSV file' })).toBeVisible()

  await chooseFile(page, 'intake.csv', file)
  await expect(page.getByRole('heading', { name: 'intake.csv' })).toBeVisible()
  await expect(page.getByText(/4 rows, .*separated by semicolons/)).toBeVisible()
  await expect(rowOf(page, 'DOB').getByRole('combobox')).toHaveValue('dateOfBirth')
  await expect(rowOf(page, 'DOB')).toContainText('20.09.2009 → Sep 20, 2009')
  await page.getByText('Other columns (1)').click()
  await expect(rowOf(page, 'Chart No.').getByRole('combobox')).toHaveValue('')
  await rowOf(page, 'Chart No.').getByRole('combobox').selectOption('ID in Another System')
  await expect(page.getByLabel('System of the IDs')).toHaveValue('Chart No.')
  await page.getByLabel('System of the IDs').fill('Paper charts')
  await expect(page.getByLabel('This File Has No E-Mail')).toHaveValue('mark')
  const { found, inspect } = inspector(page)
  await inspect('columns')
  await pick(page, 'Assigned To', attorney.lastName)
  await page.getByRole('button', { name: 'Check File' }).click()

  const would = page.getByRole('region', { name: 'What the import would do' })
  await expect(would).toContainText('New patients2')
  await expect(would).toContainText('Already Patients1')
  await expect(rowOf(page, 'Line 3')).toContainText('First name is required')
  await expect(rowOf(page, 'Line 4')).toContainText('This person is already a patient')
  const report = await download(page, page.getByRole('link', { name: 'Download Report' }))
  expect(report.content.toString()).toContain('3,refused,First Name,First name is required,')
  expect(await clinic.db.patient.count()).toBe(1)
  await inspect('what it would do')
  await page.getByRole('button', { name: 'Cancel Import' }).click()
  await inspect('Cancel Import')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(found).toEqual([])

  await page.getByRole('button', { name: 'Import 2 Patients' }).click()
  await expect(page.getByRole('region', { name: 'What the import did' })).toContainText('Patients created2')
  const identifiers = await clinic.db.identifier.findMany({ orderBy: { value: 'asc' } })
  expect(identifiers).toMatchObject([
    { system: 'Paper charts', value: '1' },
    { system: 'Paper charts', value: '4' },
  ])
  await follow(page, page.getByRole('link', { name: 'View Patients' }), 'Patient Management')
  await expect(rowOf(page, 'Ana Reyes')).toContainText('No e-mail on file')
  await expect(rowOf(page, 'Ana Reyes')).toContainText('Iris Holm')
  const send = page.getByRole('button', { name: 'Send Consent: Ana Reyes' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await send.hover()
  await expect(rowOf(page, 'Ana Reyes').getByRole('tooltip')).toContainText(
    'Add one with Edit, or use Sign Here Now or Record Paper Consent',
  )

  await choose(page, 'Ana Reyes', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Patient' })
  await dialog.getByLabel('Phone').fill('(415) 555-0100')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Success')).toContainText('Patient updated successfully')
  await choose(page, 'Ana Reyes', 'Edit')
  await dialog.getByLabel('Email').fill('ana@example.test')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(rowOf(page, 'Ana Reyes')).toContainText('ana@example.test')
  await send.click()
  await expect(toast(page, 'Success')).toContainText('Consent form sent successfully')
})
