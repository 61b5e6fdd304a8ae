import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an administrator saves, shares and updates a view, and every user can open it', async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  await clinic.patient({ lastName: 'Okafor' })
  await clinic.patient({ lastName: 'Lindqvist', status: 'consent_signed', consentSignedAt: new Date() })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/patients?status=consent_signed&sort=name')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save Current View…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save View' })
  await dialog.getByRole('button', { name: 'Save View' }).click()
  await expect(dialog).toContainText('Give the view a name')
  await dialog.getByRole('textbox', { name: /Name/ }).fill('Ready for a date')
  await dialog.getByText('Share with everyone').click()
  await dialog.getByRole('button', { name: 'Save View' }).click()
  await expect(toast(page, 'Success')).toContainText('View saved successfully')
  await expect(page).toHaveURL(/view=/)

  const office = await visitor()
  await signIn(await clinic.user(), office.context())
  await visit(office, '/patients')
  await expect(office.getByRole('heading', { name: 'Patients (2)' })).toBeVisible()
  await office.getByRole('button', { name: 'Views' }).click()
  await office.getByRole('menuitem', { name: /Ready for a date/ }).click()
  await expect(office.getByRole('heading', { name: 'Patients (1)' })).toBeVisible()
  await expect(office).toHaveURL(/view=.*&status=consent_signed&sort=name/)
  await office.reload()
  const chosen = office.getByRole('button', { name: 'Views: Ready for a date' })
  await chosen.click()
  await expect(office.getByRole('menuitem', { name: /Delete View/ })).toHaveCount(0)

  const address = new URL(page.url())
  address.searchParams.set('status', 'pending_consent')
  await visit(page, address.pathname + address.search)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Update View…' }).click()
  const updating = page.getByRole('dialog', { name: 'Update View' })
  await expect(updating).toContainText('“Ready for a date” will have the current filters')
  await updating.getByRole('button', { name: 'Update View' }).click()
  await expect(toast(page, 'Success')).toContainText('View updated successfully')
  await visit(office, '/patients')
  await office.getByRole('button', { name: 'Views' }).click()
  await office.getByRole('menuitem', { name: /Ready for a date/ }).click()
  await expect(office).toHaveURL(/view=.*&status=pending_consent&sort=name/)

  await page.getByRole('button', { name: 'Views: Ready for a date' }).click()
  await page.getByRole('menuitem', { name: 'Delete View…' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete View' })
    .getByRole('button', { name: 'Delete View' })
    .click()
  await expect(toast(page, 'Success')).toContainText('View deleted successfully')
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
})
