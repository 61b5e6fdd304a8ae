import type { Page } from '@playwright/test'
import { download, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const openReports = (page: Page) => page.getByRole('button', { name: 'Export Reports' }).first().click()

test('an attorney exports the listed patients and no others', async ({ page, clinic, signIn }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const own = { assignedAttorneyId: attorney.id }
  await clinic.patient({ ...own, firstName: '=1+1', lastName: 'Sent', status: 'consent_sent' })
  await clinic.patient({ ...own, firstName: 'Kim', lastName: 'Pending' })
  await clinic.patient({ firstName: 'Jo', lastName: 'Foreign', status: 'consent_sent' })
  await signIn(attorney)
  await visit(page, '/patients?status=consent_sent')
  await openReports(page)
  await expect(
    page.getByText('Patients with the status Consent Sent added in this period, as in the list.'),
  ).toBeVisible()
  const { content, name } = await download(page, page.getByRole('button', { name: 'Export CSV' }))
  expect(name).toMatch(/^patients-\d{4}-\d\d-\d\d\.csv$/)
  const text = content.toString('utf8')
  expect(text.startsWith('\ufefffirstName,lastName,')).toBe(true)
  expect(text).toContain("\r\n'=1+1,Sent,")
  expect(text).not.toMatch(/Pending|Foreign/)
})

test('the consent funnel is shown as a chart and as numbers', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient()
  await clinic.patient({ status: 'consent_signed', consentSignedAt: clinic.now })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await openReports(page)
  await page.getByRole('combobox', { name: 'Report' }).selectOption({ label: 'Consent funnel' })
  await expect(page.getByRole('img', { name: /^Consent funnel: Added 2, .*Consent signed 1/ })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Consent signed 1 50%' })).toBeVisible()
})

test('a report is printed instead of the screen', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  await clinic.patient({ firstName: 'Kim', lastName: 'Printed' })
  await signIn(await clinic.user())
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await visit(page, '/patients')
  await openReports(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Printed', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a cancelled export saves nothing, and another one can start', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient()
  await signIn(await clinic.user())
  await visit(page, '/patients')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/reports/patients.csv', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await openReports(page)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('button', { name: 'Cancel Export' }).click()
  await expect(page.getByRole('button', { name: 'Cancel Export' })).toBeHidden()
  answer()
  await page.unroute('**/api/reports/patients.csv')
  await download(page, page.getByRole('button', { name: 'Export CSV' }))
})
