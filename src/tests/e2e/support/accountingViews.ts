import { expect, type Page } from '@playwright/test'
import { admin, clinic, patientsAt, patientTab, press, type View } from './opening.ts'

/** Opens the accounting from the chart, as users do. */
const openAccounting = async (page: Page) => {
  await patientTab('Disclosures')(page)
  await page.getByRole('link', { name: 'Full Accounting and Requests' }).click()
  await expect(page.getByRole('heading', { name: 'Requests by the Patient' })).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

const dialogOn = (status: string, name: string, button: string | RegExp, submit: string): View => ({
  name,
  path: patientsAt(status),
  roles: clinic,
  open: async (page) => {
    await openAccounting(page)
    await press(button)(page)
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  submit,
})

const accounting = { roles: clinic, open: openAccounting, isScreen: true } as const

/** The accounting of disclosures, with and without entries. */
export const accountingScreens: readonly View[] = [
  { name: 'accounting', path: patientsAt('records_forwarded'), ...accounting },
  { name: 'accounting none', path: patientsAt('consent_signed'), ...accounting },
]

/** The dialogs of the accounting; `kept.ts` has the entries and the request. */
export const accountingViews: readonly View[] = [
  dialogOn('records_forwarded', 'add disclosure', 'Add Disclosure', 'Add Disclosure'),
  dialogOn('records_forwarded', 'strike disclosure', /^Strike entry of/, 'Strike Entry'),
  dialogOn('records_forwarded', 'suspend disclosure', /^Suspend entry of/, 'Suspend Entry'),
  dialogOn('records_forwarded', 'extend patient request', 'Extend Time', 'Extend Time'),
  dialogOn('records_forwarded', 'answer patient request', 'Record Answer', 'Record Answer'),
  dialogOn('consent_signed', 'record patient request', 'Record Request', 'Record Request'),
  {
    name: 'export evidence of patient',
    path: patientsAt('consent_signed'),
    roles: admin,
    open: async (page) => {
      await patientTab('Disclosures')(page)
      await press('Export Evidence')(page)
      await expect(page.getByRole('dialog', { name: 'Export Evidence' })).toBeVisible()
    },
    submit: 'Export Evidence',
  },
  { name: 'export evidence', path: '/audit-logs', roles: admin, open: press('Export Evidence') },
]
