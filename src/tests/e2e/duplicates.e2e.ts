import { choose, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const maren = { firstName: 'Maren', lastName: 'Lindqvist', dateOfBirth: new Date('1980-02-29') }

test('adding a patient with a known name and date of birth warns first, and continues on request', async ({
  page,
  clinic,
  signIn,
}) => {
  const known = await clinic.patient({ ...maren, status: 'dropped' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Add Patient' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Patient' })
  await dialog.getByLabel('First Name').fill('maren')
  await dialog.getByLabel('Last Name').fill('Lindqvist')
  await dialog.getByLabel('Email').fill('maren@example.test')
  const warning = dialog.getByRole('alert')
  await expect(warning).toHaveCount(0)

  await dialog.getByLabel('Date of Birth').fill('1980-02-29')
  await dialog.getByLabel('Address').focus()
  await expect(warning).toContainText('This patient may already exist')
  await expect(warning).toContainText('Feb 29, 1980')
  await expect(warning).toContainText('Dropped')
  const link = warning.getByRole('link', { name: 'Maren Lindqvist' })
  await expect(link).toHaveAttribute('href', `/patients?patient=${known.id}`)
  expect(await clinic.db.patient.count()).toBe(1)

  await dialog.getByRole('button', { name: 'Add Anyway', exact: true }).click()
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
  expect(await clinic.db.patient.count({ where: { email: 'maren@example.test' } })).toBe(1)
})

test('a warning that saving finds stops the first press, and goes when the phone number changes', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  await clinic.patient({ ...maren, phone: '(415) 555-0132' })
  const edited = await clinic.patient({ firstName: 'Jo', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await choose(page, 'Jo Okafor', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Patient' })
  await dialog.getByLabel('Phone').fill('415.555.0132')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Maren Lindqvist')
  await expect(dialog.getByRole('button', { name: 'Save Anyway' })).toBeInViewport()
  expect((await clinic.db.patient.findUniqueOrThrow({ where: { id: edited.id } })).phone).toBeNull()

  await dialog.getByLabel('Phone').fill('415 555 0133')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const saved = await clinic.db.patient.findUniqueOrThrow({ where: { id: edited.id } })
  expect(saved.phone).toBe('(415) 555-0133')
})

test('a patient is added and sent the consent form with one press', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await signIn(await clinic.user())
  await visit(page, '/')
  await page.getByRole('button', { name: 'Add Patient' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Patient' })
  await dialog.getByLabel('First Name').fill('Jo')
  await dialog.getByLabel('Last Name').fill('Okafor')
  await dialog.getByLabel('Email').fill('jo@example.test')
  await dialog.getByRole('button', { name: 'Add and Send Consent' }).click()
  await expect(dialog).toBeHidden()
  await expect(toast(page, 'Success')).toContainText('Consent form sent successfully')
  const { id } = await clinic.db.patient.findFirstOrThrow({ where: { status: 'consent_sent' } })

  await toast(page, 'Success').getByRole('button', { name: 'Show Signing Link' }).click()
  await expect(page).toHaveURL(new RegExp(`/patients\\?patient=${id}&tab=consent$`))
  await expect(page.getByRole('dialog', { name: 'Jo Okafor' })).toBeVisible()
})
