import { expireRequests } from '#operations/consent/expireRequests.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('sent again, the old link is dead, the new one opens, and the chart tells both', async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Builtin' })
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  const { path } = await showSigningLink(clinic.as(staff), { patientId: patient.id })
  await signIn(staff)
  await visit(page, '/consent-forms')
  await expect(page.getByRole('listitem').filter({ hasText: 'Builtin' })).toContainText('Not opened yet')
  await page.getByRole('button', { name: 'Resend Consent: Maren Builtin' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resend Consent' }).click()
  await expect(toast(page, 'Success')).toContainText('It is not e-mailed: hand the signing link on.')
  await toast(page, 'Success').getByRole('button', { name: 'Show signing link' }).click()
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  expect(link).not.toContain(path)

  await visit(page, `/patients?patient=${patient.id}&tab=consent`)
  const requests = page.getByRole('list', { name: 'Consent requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(2)
  await expect(requests.first()).toContainText(/Waiting for the signature.*sent again/)
  await expect(requests.last()).toContainText(/Taken back.*: Sent again/)

  // As the patient opens them, in a browser of their own.
  const statusOf = async (address: string) => (await fetch(new URL(address, page.url()))).status
  expect(await statusOf(path)).toBe(404)
  expect(await statusOf(link)).toBe(200)
})

test('a link that has ended leads the patient back to be asked again', async ({ page, clinic, signIn }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Builtin' })
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  await clinic.db.consentRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  await expireRequests({ ...clinic.anybody(), now: () => new Date() })
  await signIn(staff)
  await visit(page, '/consent-forms')
  const row = page.getByRole('listitem').filter({ hasText: 'Builtin' })
  await expect(row).toContainText(/Link ended/)
  await expect(page.getByRole('button', { name: 'Send Consent: Maren Builtin' })).toBeVisible()
})
