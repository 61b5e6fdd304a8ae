import type { Page } from '@playwright/test'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page, title: string) => page.getByRole('region', { name: title })
const line = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('without patients, both cards say so', { tag: '@long' }, async ({ page, clinic, signIn }) => {
  await signIn(await clinic.user())
  await visit(page, '/consent-forms')
  await expect(card(page, 'Pending Consent (0)')).toContainText('All consent forms are up to date!')
  await expect(card(page, 'Signed Consent (0)')).toContainText('No signed consent forms yet')
})

test('each patient is on the right card, with how the form was sent and whether it was signed', async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const signedAt = new Date('2026-01-05T17:00:00Z')
  await clinic.patient({ lastName: 'Pending' })
  const sent = await clinic.patient({ lastName: 'Builtin' })
  await sendConsent(clinic.as(staff), { patientId: sent.id })
  await clinic.patient({ lastName: 'Byhand', status: 'consent_sent' })
  await clinic.patient({ lastName: 'Signed', status: 'consent_signed', consentSignedAt: signedAt })
  await clinic.patient({ lastName: 'Ready', status: 'schedulable', consentSignedAt: signedAt })
  await signIn(staff)
  await visit(page, '/consent-forms')

  await expect(card(page, 'Pending Consent (3)')).toBeVisible()
  await expect(line(page, 'Builtin')).toContainText('Sent for e-signature')
  await expect(line(page, 'Byhand')).toContainText('Sent via DocuSign')
  await expect(line(page, 'Maren Pending')).toContainText(/Added .*today/)
  await expect(card(page, 'Signed Consent (2)')).toBeVisible()
  await expect(line(page, 'Maren Ready')).toContainText(/Signed Jan 5, 2026.*Ready to schedule/)
  await expect(page.getByRole('button', { name: 'Show Signing Link: Maren Byhand' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.getByRole('button', { name: 'More actions for Maren Builtin' }).click()
  await page.getByRole('menuitem', { name: 'Void Consent Request' }).click()
  await page.getByRole('button', { name: 'Void Request' }).click()
  await expect(toast(page, 'Success')).toContainText('Consent request voided successfully')
  await expect(page.getByRole('button', { name: 'Send Consent: Maren Builtin' })).toBeVisible()
})

test('a long list loads page by page, and an attorney sees only their own patients and voids nothing', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const attorney = await clinic.user({ role: 'attorney' })
  for (let number = 1; number <= 27; number += 1)
    await clinic.patient({ lastName: `Number ${number}`, assignedAttorneyId: attorney.id })
  await clinic.patient({ lastName: 'Elsewhere' })
  const sent = await clinic.patient({ lastName: 'Builtin', assignedAttorneyId: attorney.id })
  await sendConsent(clinic.as(await clinic.user()), { patientId: sent.id })
  await signIn(attorney)
  await visit(page, '/consent-forms')
  const pending = page.getByRole('list', { name: 'Pending Consent' })
  await expect(card(page, 'Pending Consent (28)')).toBeVisible()
  await expect(pending.getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Show More Pending Consent' }).click()
  await expect(pending.nth(1).getByRole('listitem')).toHaveCount(17)
  await expect(page.getByText('Elsewhere')).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions for Maren Builtin' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['View Details'])
})
