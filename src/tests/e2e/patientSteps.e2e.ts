import { sendConsent } from '#operations/consent/sendConsent.ts'
import { choose, pick, rowOf, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('staff move a signed patient step by step to forwarded records', async ({ page, clinic, signIn }) => {
  await clinic.patient({ lastName: 'Okafor', status: 'consent_signed', consentSignedAt: new Date() })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  for (const [step, status] of [
    ['Mark Ready to Schedule', 'Schedulable'],
    ['Mark Treatment Completed', 'Treatment Completed'],
    ['Mark Pending Records', 'Pending Records'],
    ['Mark Records Forwarded', 'Records Forwarded'],
  ] as const) {
    await choose(page, 'Maren Okafor', step)
    const dialog = page.getByRole('dialog', { name: step })
    await expect(dialog).toContainText(`moves to ${status}`)
    await dialog.getByRole('button', { name: step }).click()
    await expect(toast(page, 'Success')).toContainText('Patient status updated successfully')
    await expect(rowOf(page, 'Okafor')).toContainText(status)
    await toast(page, 'Success').getByRole('button', { name: 'Close' }).click()
  }
})

test('staff void a request, and the patient can be asked again', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await sendConsent(clinic.as(staff), { patientId: patient.id })
  await signIn(staff)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Void Consent Request')
  const dialog = page.getByRole('dialog', { name: 'Void Consent Request' })
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Wrong address')
  await dialog.getByRole('button', { name: 'Void Request' }).click()
  await expect(toast(page, 'Success')).toContainText('Consent request voided successfully')
  await expect(page.getByRole('button', { name: 'Send Consent: Maren Okafor' })).toBeVisible()
})

test('a consent is revoked with a reason of at least ten characters', async ({ page, clinic, signIn }) => {
  const patient = await clinic.patient({
    lastName: 'Okafor',
    status: 'schedulable',
    consentSignedAt: new Date(),
  })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Revoke Consent')
  const dialog = page.getByRole('dialog', { name: 'Revoke Consent' })
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Because')
  await dialog.getByRole('button', { name: 'Revoke Consent' }).click()
  await expect(dialog).toContainText('Reason must be at least 10 characters')
  await expect(dialog).toContainText('7/1000')
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Because of a change of mind')
  await dialog.getByRole('button', { name: 'Revoke Consent' }).click()
  await expect(toast(page, 'Success')).toContainText('Consent revoked successfully')
  await expect(rowOf(page, 'Okafor')).toContainText('Pending Consent')
  const revoked = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(revoked.consentRevokedAt).not.toBeNull()
})

test('an administrator reassigns a patient, and then unassigns them', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  await clinic.patient({ lastName: 'Okafor' })
  await clinic.user({ role: 'attorney', firstName: 'Tia', lastName: 'Ferreira' })
  await clinic.user({ role: 'attorney', firstName: 'Left', lastName: 'Long Ago', isActive: false })
  await signIn(await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Moss' }))
  await visit(page, '/patients')
  for (const [choice, shown] of [
    ['Tia Ferreira', 'Tia Ferreira'],
    ['Unassigned', 'Unassigned'],
  ] as const) {
    await choose(page, 'Maren Okafor', 'Reassign Patient')
    const dialog = page.getByRole('dialog', { name: 'Reassign Patient' })
    await expect(dialog.getByRole('option', { name: /Long Ago|Ada Moss/ })).toHaveCount(0)
    await pick(dialog, /Assigned To/, choice)
    await dialog.getByRole('button', { name: 'Reassign Patient' }).click()
    await expect(toast(page, 'Success')).toContainText('Patient assignment updated successfully')
    await expect(rowOf(page, 'Okafor')).toContainText(shown)
    await toast(page, 'Success').getByRole('button', { name: 'Close' }).click()
  }
})

test('a refused Send Consent shows the patient’s current status', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await signIn(staff)
  await visit(page, '/patients')
  // Simulates a colleague who is faster than this click.
  await page.route('/graphql', async (route) => {
    if (route.request().postData()?.includes('SendConsent'))
      await sendConsent(clinic.as(staff), { patientId: patient.id })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send Consent: Maren Okafor' }).click()
  const refusal = toast(page, 'Error')
  await expect(refusal).toContainText('Failed to send consent form')
  await expect(refusal, 'why').toContainText('this patient is at Consent Sent')
  await expect(rowOf(page, 'Okafor')).toContainText('Consent Sent')
})
