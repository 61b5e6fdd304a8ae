import { voidConsentRequest } from '#operations/consent/voidConsentRequest.ts'
import { dropPatient } from '#operations/patients/dropPatient.ts'
import { download, isWholePdf, phone } from './support/screen.ts'
import { readForm, sentForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

test('a link stops working when the clinic voids it or drops the patient', async ({
  clinic,
  visitor,
  watch,
}) => {
  const staff = clinic.as(await clinic.user())
  const voided = await sentForm(clinic)
  await voidConsentRequest(staff, { patientId: voided.patient.id })
  const dropped = await sentForm(clinic)
  await dropPatient(staff, { patientId: dropped.patient.id, dropReason: 'Moved out of state' })
  const page = await visitor(phone)
  watch.allow(404, /^\/sign\//)
  for (const { path } of [voided, dropped]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText('Contact Test Clinic')
    await expect(page.getByRole('main')).not.toContainText('José')
  }
})

test('a signed-in user is refused and offered to sign out', async ({ page, clinic, signIn, watch }) => {
  const { path } = await sentForm(clinic)
  await signIn(await clinic.user())
  watch.allow(403, /^\/sign\//)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This form is for the patient' })).toBeVisible()
  await expect(page.getByRole('article')).toBeHidden()
  await page.getByRole('button', { name: 'Sign Out and Open the Form' }).click()
  await expect(
    page.getByRole('heading', { name: 'Authorization for Release of Health Information' }),
  ).toBeVisible()
})

test('the copy asks for the date of birth except in the browser that signed', { tag: '@long' }, async ({
  clinic,
  visitor,
  watch,
}) => {
  const { path } = await sentForm(clinic, { dateOfBirth: new Date('1980-03-14') })
  const page = await visitor(phone)
  await page.goto(path)
  await readForm(page)
  await page.getByLabel('Your full name').fill('José Álvarez')
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()

  const other = await visitor()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'Your signed form' })).toBeVisible()
  const fetchCopy = other.getByRole('button', { name: 'Download Your Copy' })
  const birthday = async (year: string) => {
    await other.getByLabel('Month').fill('3')
    await other.getByLabel('Day').fill('14')
    await other.getByLabel('Year').fill(year)
  }
  watch.allow(400, /^\/sign\/copy\//)
  await birthday('1981')
  await fetchCopy.click()
  await expect(other.getByRole('alert')).toContainText('This is not the date of birth')
  await birthday('1980')
  expect(isWholePdf((await download(other, fetchCopy)).content)).toBe(true)
})
