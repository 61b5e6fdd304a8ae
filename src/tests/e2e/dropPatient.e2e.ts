import { choose, rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an attorney drops a patient, and the row leaves the list', async ({ page, clinic, signIn }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  const patient = await clinic.patient({
    lastName: 'Okafor',
    status: 'consent_signed',
    assignedAttorneyId: attorney.id,
  })
  await signIn(attorney)
  await visit(page, '/patients')
  const row = rowOf(page, 'Okafor')

  await choose(page, 'Maren Okafor', 'Drop Patient')
  const dialog = page.getByRole('dialog', { name: 'Drop Patient from Caseload' })
  const reason = dialog.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await reason.fill('Too short')
  await expect(dialog.getByText('9/1000')).toBeVisible()
  await dialog.getByRole('button', { name: 'Drop Patient' }).click()
  await expect(dialog.getByText('Drop reason must be at least 10 characters')).toBeVisible()

  await reason.fill('Moved out of state last week')
  await dialog.getByRole('button', { name: 'Drop Patient' }).click()
  await expect(toast(page, 'Patient Dropped')).toContainText('has been dropped from your caseload')
  await expect(row).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Patients (0)' })).toBeVisible()

  await page.getByRole('link', { name: 'Dropped 1' }).click()
  await expect(row).toContainText('Dropped')
  const dropped = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(dropped).toMatchObject({ dropReason: 'Moved out of state last week', droppedById: attorney.id })
})
