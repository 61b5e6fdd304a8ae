import { expireRequests } from '#operations/consent/expireRequests.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { soon } from './support/live.ts'
import { phone, rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('a resend kills the old link, the new one opens, and the chart shows both', async ({
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
  await expect(toast(page, 'Success')).toContainText(
    'The link is not e-mailed. Give it to the patient yourself.',
  )
  const link = await page
    .getByRole('dialog', { name: 'Signing Link' })
    .getByRole('textbox', { name: 'Link' })
    .inputValue()
  expect(link).not.toContain(path)

  await visit(page, `/patients?patient=${patient.id}&tab=consent`)
  const requests = page.getByRole('list', { name: 'Consent Requests' }).getByRole('listitem')
  await expect(requests).toHaveCount(2)
  await expect(requests.first()).toContainText(/Waiting for signature.*sent again/)
  await expect(requests.last()).toContainText(/Voided.*: Sent again/)

  // Opened like the patient does, in another browser.
  const statusOf = async (address: string) => (await fetch(new URL(address, page.url()))).status
  expect(await statusOf(path)).toBe(404)
  expect(await statusOf(link)).toBe(200)
})

test('an expired link says so, and the patient can be asked again', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  visitor,
  watch,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Builtin', createdById: staff.id })
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  const { path } = await showSigningLink(clinic.as(staff), { patientId: patient.id })
  const phoneOfPatient = await visitor(phone)
  await phoneOfPatient.goto(path)
  await expect(
    phoneOfPatient.getByRole('heading', { name: 'Authorization for Release of Health Information' }),
  ).toBeVisible()
  await signIn(staff)
  await visit(page, '/patients')
  await expect(rowOf(page, 'Builtin')).toContainText('Consent Sent')

  await clinic.db.consentRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  watch.allow(404, /^\/sign\//)
  await phoneOfPatient.reload()
  await expect(phoneOfPatient.getByText('This link is no longer valid.')).toBeVisible()
  await expireRequests({ ...clinic.anonymous(), now: () => new Date() })

  await expect(rowOf(page, 'Builtin')).toContainText('Pending Consent', soon)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    'The consent request for Maren Builtin has expired',
  )
  await visit(page, '/consent-forms')
  await expect(page.getByRole('listitem').filter({ hasText: 'Builtin' })).toContainText(/Link ended/)
  await expect(page.getByRole('button', { name: 'Send Consent: Maren Builtin' })).toBeVisible()
})
