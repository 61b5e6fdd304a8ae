import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import type { TestClinic } from '#testing/clinic.ts'
import { download, isWholePdf, phone, sha256 } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** A patient who has just been sent the form, and the way to it. */
async function sentForm(clinic: TestClinic): Promise<{ patientId: string; path: string }> {
  const staff = clinic.as(await clinic.user())
  const { id: patientId } = await clinic.patient({ firstName: 'José', lastName: 'Álvarez' })
  await sendConsent(staff, { patientId })
  const { path } = await showSigningLink(staff, { patientId })
  return { patientId, path }
}

test('without the tick or a name the form stays open and says what is missing', async ({
  clinic,
  visitor,
  watch,
}) => {
  const { path } = await sentForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  const name = page.getByLabel('Type your full name to sign')
  const tick = page.getByRole('checkbox', { name: /I agree to sign electronically/ })
  const sign = page.getByRole('button', { name: 'Sign the Form' })

  await name.fill('José Álvarez')
  await sign.click()
  await expect(tick, 'the browser asks for the tick').toBeFocused()

  await tick.check()
  await name.fill('   ')
  watch.allow(400, /^\/sign\//)
  await sign.click()
  await expect(name).toHaveAccessibleDescription('Type your full name to sign')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  expect(await clinic.db.signedConsentForm.count()).toBe(0)
})

test('a browser that does not ask for the tick is refused by the server', async ({ clinic, visitor }) => {
  const { path } = await sentForm(clinic)
  const { request } = (await visitor()).context()
  await request.get(path)
  const answer = await request.post(path, { form: { signerName: 'José Álvarez' } })
  expect(answer.status()).toBe(400)
  expect(await answer.text()).toContain('Tick the box to agree to sign electronically')
  expect(await clinic.db.signedConsentForm.count()).toBe(0)
})

test('a patient signs and keeps the copy without any script', async ({ clinic, visitor, watch }) => {
  const { path, patientId } = await sentForm(clinic)
  const page = await visitor({ ...phone, javaScriptEnabled: false })
  await page.goto(path)
  await expect(page.getByRole('article')).toContainText('Test Clinic')
  await page.getByRole('checkbox', { name: /I agree to sign electronically/ }).check()
  await page.getByLabel('Type your full name to sign').fill('José Álvarez')
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, it is signed' })).toBeVisible()

  const copy = await download(page, page.getByRole('link', { name: 'Download Your Copy' }))
  expect(copy.name).toBe('signed-consent-form.pdf')
  expect(isWholePdf(copy.content)).toBe(true)
  const stored = await clinic.db.signedConsentForm.findFirstOrThrow()
  expect(sha256(copy.content)).toBe(stored.sha256)
  await expect(page.getByText('SHA-256 of the signed form')).toContainText(stored.sha256)
  const patient = await clinic.db.patient.findUniqueOrThrow({ where: { id: patientId } })
  expect(patient.status).toBe('consent_signed')

  watch.allow(404, /^\/sign\//)
  await page.goto(path)
  await expect(
    page.getByText('This link is no longer valid. Ask the clinic to send you a new one.'),
  ).toBeVisible()
})
