import type { Page } from '@playwright/test'
import { accountingPath } from '#domain/access/screens.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { expect, test } from './support/outside.ts'
import { download, isWholePdf, phone, visit } from './support/screen.ts'
import { readForm } from './support/signing.ts'

async function birthday(page: Page, year: string): Promise<void> {
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Day').fill('14')
  await page.getByLabel('Year').fill(year)
}

test('the clinic corrects the address of a recipient without an account, who downloads the signed form by the link', async ({
  page,
  clinic,
  signIn,
  visitor,
  outside: { mail },
  watch,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const { id: patientId } = await clinic.patient({
    ...{ firstName: 'Maren', lastName: 'Okafor', dateOfBirth: new Date('1980-03-14') },
    createdById: admin.id,
  })
  await sendConsent(clinic.as(admin), {
    patientId,
    recipients: [{ name: 'Lee Park', firm: 'Park & Co', email: 'lee@park.test' }],
    copyToRecipients: true,
    identityCheck: 'date_of_birth',
  })
  const { idempotencyKey } = await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })
  const secret = clinic.instances.signing.current.linkSecret(idempotencyKey) as string
  const patient = await visitor(phone)
  await patient.goto(`/sign/${secret}`)
  await birthday(patient, '1980')
  await patient.getByRole('button', { name: 'Continue' }).click()
  await readForm(patient)
  await patient.getByLabel('Your full name').fill('Maren Okafor')
  await patient.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(patient.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
  const link = () =>
    mail.letters
      .filter(({ to }) => to?.[0]?.address === 'lee@park.test')
      .map(({ text }) => /\/sign\/copy\/\S+/.exec(text ?? '')?.[0])
  await expect.poll(link).toHaveLength(1)

  await signIn(admin)
  await visit(page, `/patients?patient=${patientId}&tab=consent`)
  await expect(page.getByText(/Copy for Lee Park, Park & Co, lee@park\.test/)).toContainText(
    'not downloaded yet',
  )

  await page.setViewportSize(phone.viewport)
  await expect(page.getByText(/Copy for Lee Park/), 'beside three buttons on a phone').toBeVisible()
  const wrong = link()[0] ?? ''
  await page.getByRole('button', { name: 'Send Copy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Copy to a Recipient' })
  await dialog.getByLabel('E-mail').fill('office@park.test')
  await dialog.getByRole('button', { name: 'Send Copy' }).click()
  await expect(page.getByText(/Copy for Lee Park, Park & Co, office@park\.test/)).toBeVisible()
  const corrected = () =>
    mail.letters
      .filter(({ to }) => to?.[0]?.address === 'office@park.test')
      .map(({ text }) => /\/sign\/copy\/\S+/.exec(text ?? '')?.[0])
  await expect.poll(corrected).toHaveLength(1)

  const theirs = await visitor()
  watch.allow(404, /^\/sign\/copy\//)
  await theirs.goto(wrong)
  await expect(theirs.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
  await theirs.goto(corrected()[0] ?? '')
  await expect(theirs.getByRole('heading', { name: 'Signed authorization' })).toBeVisible()
  await expect(theirs.getByText('Maren')).toHaveCount(0)
  const fetchForm = theirs.getByRole('button', { name: 'Download the Authorization' })
  await expect(theirs.getByRole('group', { name: 'The patient’s date of birth' })).toBeVisible()
  watch.allow(400, /^\/sign\/copy\//)
  await birthday(theirs, '1981')
  await fetchForm.click()
  await expect(theirs.getByRole('alert')).toContainText('This is not the date of birth')
  await birthday(theirs, '1980')
  const form = await download(theirs, fetchForm)
  expect(isWholePdf(form.content)).toBe(true)
  expect(form.name).toBe('signed-authorization.pdf')

  await page.reload()
  await expect(page.getByText(/Copy for Lee Park/)).toContainText('downloaded once')
  await visit(page, accountingPath(patientId))
  await expect(page.getByRole('row', { name: /Lee Park/ })).toContainText('Signed consent form')
})
