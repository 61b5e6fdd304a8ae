import { choose, pick, rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('an administrator overrides a status; the current one and Dropped cannot be chosen', async ({
  page,
  clinic,
  signIn,
}) => {
  const patient = await clinic.patient({ lastName: 'Okafor', status: 'treatment_completed' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Override Status')
  const dialog = page.getByRole('dialog', { name: 'Override Status' })

  const statuses = dialog.getByRole('combobox', { name: /New Status/ }).getByRole('option')
  await expect(statuses.filter({ hasText: 'Treatment Completed' })).toBeDisabled()
  await expect(statuses.filter({ hasText: 'Dropped' })).toHaveCount(0)
  await expect(statuses.filter({ hasNotText: 'Choose a status' })).toHaveCount(7)
  await pick(dialog, /New Status/, 'Schedulable')
  await dialog.getByRole('button', { name: 'Override Status' }).click()

  await expect(toast(page, 'Success')).toContainText('Patient status updated successfully')
  await expect(rowOf(page, 'Okafor')).toContainText('Schedulable')
  await expect(page.getByRole('link', { name: 'Schedulable 1' })).toBeVisible()
  const changed = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(changed).toMatchObject({ status: 'schedulable', consentIsManual: true })
})
