import { addPatient } from '#operations/patients/addPatient.ts'
import { viewPatient } from '#operations/patients/viewPatient.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { download, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** A patient whom staff added and opened, and an attorney opened too. */
async function opened(clinic: TestClinic) {
  const staff = await clinic.user({ firstName: 'Ada', lastName: 'Marsh' })
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Lin' })
  const person = { firstName: '=Maren', lastName: 'Lindqvist', email: 'maren@example.test' }
  const { id } = await addPatient(clinic.as(staff), person)
  await clinic.db.patient.update({ where: { id }, data: { assignedAttorneyId: attorney.id } })
  await viewPatient(clinic.as(attorney), { patientId: id })
  return { id }
}

test('the readers of a chart are found from any of its entries and exported as CSV', async ({
  page,
  clinic,
  signIn,
}) => {
  const { id } = await opened(clinic)
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/audit-logs')
  await expect(page.getByText('HIPAA Compliance Active')).toBeVisible()
  await expect(page.getByText(/^Total Events: \d+$/)).toBeVisible()
  await expect(page.getByText('Intact')).toBeVisible()

  const entries = page.getByRole('listitem')
  const created = entries.filter({ hasText: 'created' }).filter({ hasText: '=Maren Lindqvist' })
  await created.getByText('Details').click()
  await expect(created.getByText(`Patient ID: ${id}`)).toBeVisible()
  await created.getByRole('link', { name: 'Who Opened This Chart' }).click()
  await expect(page).toHaveURL(new RegExp(`patientId=${id}&readsOnly=true`))
  await expect(entries.filter({ hasText: 'Rae Lin' })).toHaveCount(1)
  await expect(entries.filter({ hasText: 'Ada Marsh' })).toHaveCount(0)
  await page.reload()
  await expect(entries.filter({ hasText: 'Rae Lin' })).toHaveCount(1)

  const { content, name } = await download(page, page.getByRole('link', { name: 'Export CSV' }))
  expect(name).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
  const lines = content.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(',Rae Lin,')
  expect(lines[1]).toContain(",'=Maren Lindqvist,")
})

test('filters are in the URL, and Back removes them', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  await opened(clinic)
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/audit-logs')
  const entries = page.getByRole('listitem')
  await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: 'Ada Marsh' })
  await expect(page).toHaveURL(/userId=/)
  await expect(entries.filter({ hasText: 'Rae Lin' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Break glass' })
  await expect(page.getByText('No audit logs found')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('No audit logs found')).toBeHidden()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(entries.filter({ hasText: 'Rae Lin' })).toHaveCount(1)
  await page.getByRole('textbox', { name: 'From' }).or(page.getByLabel('From')).first().fill('2099-01-01')
  await expect(page.getByText('No audit logs found')).toBeVisible()
})

test('an administrator can verify the audit log', async ({ page, clinic, signIn }) => {
  await opened(clinic)
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/audit-logs')
  await page.getByRole('button', { name: 'Check Now' }).click()
  await expect(page.getByRole('button', { name: 'Check Now' })).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('Intact')).toBeVisible()
})
