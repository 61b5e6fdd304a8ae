import { choose, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('two users who edit different fields of a patient do not overwrite each other', async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const patient = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  const staff = await clinic.user()
  const other = await visitor()
  await signIn(staff)
  await signIn(await clinic.user(), other.context())
  for (const each of [page, other]) {
    await visit(each, '/patients')
    await choose(each, 'Jo Okafor', 'Edit')
    await expect(each.getByLabel('Phone')).toBeVisible()
  }
  await other.getByLabel('Phone').fill('(415) 555-0111')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByRole('dialog', { name: 'Edit Patient' })).toBeHidden()
  await page.getByLabel('Address').fill('418 Guerrero St')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Patient' })).toBeHidden()
  const kept = await clinic.db.patient.findUnique({ where: { id: patient.id } })
  expect(kept).toMatchObject({ phone: '(415) 555-0111', address: '418 Guerrero St' })
})

test('a user who changes a field that a colleague has just changed sees it and decides', async ({
  page,
  clinic,
  signIn,
}) => {
  const patient = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor', address: '1 Elm St' })
  await signIn(await clinic.user())
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/patients')
  await choose(page, 'Jo Okafor', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Patient' })
  await dialog.getByLabel('Address').fill('1 Elm St, Apt 2')
  await clinic.db.patient.update({ where: { id: patient.id }, data: { address: '418 Guerrero St' } })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const told = dialog.getByText('Someone else changed this to “418 Guerrero St” while you were editing')
  await expect(told).toBeInViewport({ ratio: 1 })
  const stored = () => clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect((await stored()).address).toBe('418 Guerrero St')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  expect((await stored()).address).toBe('1 Elm St, Apt 2')
})

test('the chart shows what other systems call the patient', async ({ page, clinic, signIn }) => {
  const patient = await clinic.patient()
  await clinic.db.patientIdentifier.createMany({
    data: [
      { patientId: patient.id, system: 'https://ehr.example.org/patients', value: 'E-17' },
      { patientId: patient.id, system: 'Case management', value: '2026/4711' },
    ],
  })
  await signIn(await clinic.user())
  await visit(page, `/patients?patient=${patient.id}`)
  const chart = page.getByRole('dialog')
  await expect(chart.locator('div', { hasText: /^ID in ehr\.example\.orgE-17$/ })).toBeVisible()
  await expect(chart.locator('div', { hasText: /^ID in Case management2026\/4711$/ })).toBeVisible()
})
