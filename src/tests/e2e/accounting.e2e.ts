import { patientPath } from '#domain/access/screens.ts'
import { follow, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('staff add a fax to the accounting, strike it, answer the request, and print the statement', async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user({ firstName: 'Ada', lastName: 'Marsh' })
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Rae', firm: 'Okafor Law' })
  const patient = await clinic.patient({ lastName: 'Lindqvist', assignedAttorneyId: attorney.id })
  const look = {
    action: 'viewed',
    resourceType: 'patient',
    patientId: patient.id,
    userId: attorney.id,
  } as const
  await clinic.db.auditLog.createMany({ data: [look, look] })
  await signIn(staff)
  await visit(page, `${patientPath(patient.id)}&tab=disclosures`)
  await follow(
    page,
    page.getByRole('link', { name: 'Full Accounting and Requests' }),
    'Accounting of Disclosures',
  )
  const looks = page.getByRole('table', { name: 'Disclosures', exact: true })
  await expect(looks.getByRole('row').filter({ hasText: 'Okafor Law' })).toContainText('2 times')

  const region = page.getByRole('region', { name: 'Requests by the Patient' })
  await region.getByRole('button', { name: 'Record Request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Details').fill('The X-rays of May, on a disc')
  await dialog.getByRole('button', { name: 'Record Request' }).click()
  await expect(region).toContainText('Copies of records: answer by')

  await page.getByRole('button', { name: 'Add Disclosure' }).click()
  await dialog.getByRole('button', { name: 'Add Disclosure' }).click()
  await expect(dialog.getByText('Enter the name of the recipient')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Recipient/ }).fill('Superior Court')
  await dialog.getByLabel('What Was Disclosed').fill('Visit notes of 2025')
  await dialog.getByLabel('Purpose').fill('Civil case')
  await dialog.getByLabel('Document or Number').fill('No. 26-114')
  await dialog.getByRole('button', { name: 'Add Disclosure' }).click()
  const fax = page.getByRole('row').filter({ hasText: 'Superior Court' })
  await expect(fax).toContainText('Visit notes of 2025 (fax)')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('45 CFR 164.528 requires')).toBeVisible()
  await expect(fax).toBeVisible()
  await expect(region).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await test.step('an agency asks not to tell the patient yet', async () => {
    await fax.getByRole('button', { name: /^Suspend entry/ }).click()
    await dialog.getByLabel('Last Day').fill('2099-12-31')
    await dialog.getByRole('button', { name: 'Suspend Entry' }).click()
    const suspended = page.getByRole('table', { name: 'Suspended Entries' })
    await expect(suspended).toContainText('Suspended until Dec 31, 2099 for Superior Court')
    await page.emulateMedia({ media: 'print' })
    await expect(fax).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await fax.getByRole('button', { name: /^Strike entry/ }).click()
  await dialog.getByLabel('Reason').fill('Belongs to another patient')
  await dialog.getByRole('button', { name: 'Strike Entry' }).click()
  const struck = page.getByRole('table', { name: 'Struck Entries' })
  await expect(struck).toContainText('Struck by Ada Marsh: Belongs to another patient')

  await region.getByRole('button', { name: 'Record Answer' }).click()
  await dialog.getByLabel('Answer', { exact: true }).selectOption('Denied in part')
  await dialog.getByLabel('Reason for the Denial').fill('The notes of another doctor')
  await dialog.getByRole('button', { name: 'Record Answer' }).click()
  await expect(region).toContainText('Copies of records: denied in part on')
  await expect(region).toContainText('not granted: The notes of another doctor')
})
