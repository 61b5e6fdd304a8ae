import type { Locator, Page } from '@playwright/test'
import { standardSpanish, standardTemplate } from '#domain/consent/standardTemplate.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import { showSigningLink } from '#operations/consent/showSigningLink.ts'
import { createConsentTemplate } from '#operations/consentTemplates/createConsentTemplate.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { expect } from './test.ts'

type SigningLink = { patient: Patient; path: string }

/** A patient who was just sent the form, and the link. */
export async function sentForm(
  clinic: TestClinic,
  given: Partial<Prisma.PatientUncheckedCreateInput> = {},
  choices: { identityCheck?: 'date_of_birth'; templateId?: string } = {},
): Promise<SigningLink> {
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ firstName: 'José', lastName: 'Álvarez', ...given })
  await sendConsent(staff, { patientId: patient.id, ...choices })
  const { path } = await showSigningLink(staff, { patientId: patient.id })
  return { patient, path }
}

/** A patient who was just sent a form with a witness line and an interpreter line. */
export async function sentWitnessedForm(clinic: TestClinic, preferredLanguage: 'en' | 'es' = 'en') {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const { id: templateId } = await createConsentTemplate(admin, {
    ...{ ...standardTemplate, name: 'Witnessed', spanish: standardSpanish },
    ...{ asksWitness: true, asksInterpreter: true },
  })
  return sentForm(clinic, { preferredLanguage }, { templateId })
}

/** Opens a link and answers the birth date. */
export async function identify(page: Page, path: string, [month, day, year]: [string, string, string]) {
  await page.goto(path)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Year').fill(year)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Reads the form, agrees to the notice, and goes on to signing. */
export async function readForm(page: Page): Promise<void> {
  await expect(page.getByRole('article')).toContainText('Test Clinic')
  await page.getByRole('link', { name: 'Continue to Signing' }).click()
  await page.getByRole('checkbox', { name: /I agree to sign electronically/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Sign the form' })).toBeVisible()
}

/** Draws one stroke on the pad with the mouse. */
export async function draw(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is no pad')
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(0.2, 0.6))
  await page.mouse.down()
  for (const [x, y] of [
    [0.3, 0.2],
    [0.4, 0.7],
    [0.55, 0.3],
    [0.8, 0.6],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 8 })
  await page.mouse.up()
}
