import type { Page } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import { inspector } from './support/inspect.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const checklist = (page: Page) => page.getByRole('region', { name: 'Set Up Your Clinic' })
const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name })

/** Changes what the clinic has decided, and waits until the server's process has heard of it. */
async function decide(
  { db }: TestClinic,
  page: Page,
  data: Parameters<TestClinic['db']['clinicSettings']['update']>[0]['data'],
  isThere: () => Promise<boolean>,
): Promise<void> {
  await db.clinicSettings.update({ where: { id: 1 }, data })
  await expect
    .poll(async () => {
      await visit(page, '/')
      return isThere()
    })
    .toBe(true)
}

test('an administrator sets up a new clinic from the dashboard', async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  await signIn(admin)
  const blank = { recordsBeforeConsent: null, recordsChosenAt: null, setupDismissedAt: null }
  await decide(clinic, page, blank, () => checklist(page).isVisible())
  await expect(checklist(page)).toContainText('0 of 7 done')
  const { found, inspect } = inspector(page)
  await inspect('the checklist')
  expect(found).toEqual([])
  await expect(step(page, 'Enter the clinic’s details')).toContainText(
    'Still missing: time zone, phone number, postal address.',
  )

  await step(page, 'Enter the clinic’s details').getByRole('link', { name: 'Clinic Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Clinic Settings' })
  await settings.getByLabel('Time Zone').selectOption('America/Chicago')
  await settings.getByLabel('Phone').fill('312 555 0143')
  await settings.getByLabel('Postal address').fill('20 Pier Road\nChicago, IL 60601')
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await expect(toast(page, 'Success')).toContainText('Clinic settings updated successfully')

  await visit(page, '/')
  await expect(step(page, 'Enter the clinic’s details')).toContainText('Done')
  const setup = page.getByRole('dialog', { name: 'Set Up Clinic' })
  await checklist(page).getByRole('link', { name: 'Edit Checklist' }).click()
  await setup.getByRole('button', { name: 'Mark as Reviewed' }).click()
  await expect(step(page, 'Review the consent form')).toContainText('Done')
  await visit(page, '/')
  await expect(checklist(page)).toContainText('2 of 7 done')

  await step(page, 'Choose who may see records').getByRole('link', { name: 'Choose Access' }).click()
  const access = page.getByRole('dialog', { name: 'Records Before Consent' })
  await expect(access).toContainText(
    'No administrator has chosen yet. Until then: Closed until the patient signs.',
  )
  await access.getByRole('button', { name: 'Save Choice' }).click()
  await expect(access).toContainText('Choose open or closed')
  await access.getByLabel('Records Before a Form Is Signed').selectOption('Closed until the patient signs')
  await access.getByRole('button', { name: 'Save Choice' }).click()
  await expect(access).toHaveCount(0)

  await visit(page, '/')
  await expect(checklist(page)).toContainText('3 of 7 done')
  const other = await visitor()
  await signIn(await clinic.user(), other.context())
  await visit(other, '/')
  await expect(checklist(other)).toHaveCount(0)

  await checklist(page).getByRole('link', { name: 'Edit Checklist' }).click()
  await setup.getByRole('button', { name: 'Dismiss Checklist' }).click()
  await expect(setup.getByRole('button', { name: 'Show on Dashboard' })).toBeVisible()
  await visit(page, '/')
  await expect(checklist(page)).toHaveCount(0)
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Set Up Clinic' }).click()
  await expect(step(page, 'Add your team')).toContainText('Done')
  await setup.getByRole('button', { name: 'Show on Dashboard' }).click()
  await expect(setup.getByRole('button', { name: 'Dismiss Checklist' })).toBeVisible()
  await visit(page, '/')
  await expect(checklist(page)).toContainText('4 of 7 done')
})

test('after an upgrade, administrators are told that records are open until one of them chooses', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const told = page.getByText('Attorneys can see records before patients sign')
  await decide(clinic, page, { recordsChosenAt: null }, () => told.isVisible())
  await expect(checklist(page)).toHaveCount(0)
  const { found, inspect } = inspector(page)
  await inspect('the notice of open records')
  expect(found).toEqual([])
  await page.getByRole('link', { name: 'Choose Access' }).click()
  const access = page.getByRole('dialog', { name: 'Records Before Consent' })
  await expect(access).toContainText('Until then: Open to the assigned attorney.')
  await access.getByLabel('Records Before a Form Is Signed').selectOption('Open to the assigned attorney')
  await access.getByRole('button', { name: 'Save Choice' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  await visit(page, '/')
  await expect(told).toHaveCount(0)
  expect(await clinic.db.auditLog.findFirst({ where: { resourceType: 'clinic_settings' } })).toMatchObject({
    details: { fields: ['recordsBeforeConsent'], recordsBeforeConsent: 'open' },
  })
})

test('the operator’s guide opens at the section that a step links to', async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/guide#e-mail')
  await expect(page.getByRole('heading', { name: 'Operator’s Guide', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'E-mail', exact: true })).toBeInViewport()
  for (const id of ['e-mail', 'backup-and-restore', 'docusign', 'scanning-for-viruses'])
    await expect(page.locator(`h2#${id}, h3#${id}`), id).toHaveCount(1)
  await expect(page.locator('main a[href^=".."]')).toHaveCount(0)
})

test('the demo clinic says that it is invented, until an administrator hides the notice', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user({ role: 'admin' }))
  const notice = page.getByText('every person and record in this clinic is invented')
  const isSample = { holdsSampleData: true, setupDismissedAt: null }
  await decide(clinic, page, isSample, () => notice.isVisible())
  await page.getByRole('link', { name: 'Set Up a Real Clinic' }).click()
  const setup = page.getByRole('dialog', { name: 'Set Up Clinic' })
  await expect(setup).toContainText('npm run create-admin')
  const { found, inspect } = inspector(page)
  await inspect('how to leave the demo')
  expect(found).toEqual([])
  await setup.getByRole('button', { name: 'Hide Sample Notice' }).click()
  await expect(toast(page, 'Success')).toContainText('The sample notice is hidden. Its data stays.')
  await expect(notice).toHaveCount(0)
})
