import type { Page } from '@playwright/test'
import type { TestClinic } from '#tests/support/clinic.ts'
import {
  choose,
  dayFromNow,
  download,
  follow,
  isWholePdf,
  phone,
  rowOf,
  sendSignIn,
  sha256,
  toast,
  visit,
} from './support/screen.ts'
import { identify, readForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

const patient = 'Aoife O’Brien-Nakamura'
const day = dayFromNow(14)

test('a patient goes from being added to being scheduled, and the audit log shows it', async ({
  page,
  clinic,
  watch,
  signIn,
  visitor,
}) => {
  await clinic.user({ role: 'staff', firstName: 'Noor', lastName: 'Haddad', email: 'noor@clinic.test' })
  await signsInByTheForm(page)
  await addsThePatient(page)
  const link = await sendsTheConsent(page)
  const copy = await test.step('the patient signs on a phone', async () => signs(await visitor(phone), link))
  watch.allow(404, /^\/sign\//)
  await findsTheLinkDead(await visitor(phone), link)
  await schedulesAConsultation(page)
  await seesItOnTheSchedule(page)
  await downloadsTheSameForm(page, clinic, copy)

  const attorney = await clinic.user({ role: 'attorney', firstName: 'Jun', lastName: 'Park' })
  await clinic.db.patient.updateMany({ data: { assignedAttorneyId: attorney.id } })
  const office = await visitor()
  await signIn(attorney, office.context())
  await seesTheConsultation(office)

  const desk = await visitor()
  await signIn(await clinic.user({ role: 'admin' }), desk.context())
  await readsTheTrail(desk, clinic)
})

async function signsInByTheForm(page: Page) {
  await page.goto('/')
  let answer = () => {}
  const held = new Promise<void>((release) => {
    answer = release
  })
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await sendSignIn(page, 'noor@clinic.test')
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  answer()
  await expect(toast(page, 'Login successful')).toContainText('Welcome back, Noor!')
  await expect(page.getByRole('heading', { name: 'Patient Dashboard' })).toBeVisible()
}

async function addsThePatient(page: Page) {
  await follow(page, page.getByRole('link', { name: 'Patients', exact: true }), 'Patient Management')
  await expect(page.getByText('No patients found')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Add Patient' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Patient' })
  await dialog.getByLabel('Email').fill('not an address')
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  for (const message of ['First name is required', 'Last name is required', 'Valid email is required'])
    await expect(dialog.getByText(message)).toBeVisible()
  await expect(dialog.getByLabel('First Name')).toBeFocused()

  await dialog.getByLabel('First Name').fill('Aoife')
  await dialog.getByLabel('Last Name').fill('O’Brien-Nakamura')
  await dialog.getByLabel('Email').fill('aoife@example.test')
  await dialog.getByLabel('Date of Birth').fill('1991-04-02')
  await dialog.getByRole('button', { name: 'Add Patient' }).click()
  await expect(toast(page, 'Success')).toContainText('Patient added successfully')
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, patient)).toContainText('Pending Consent')
  await expect(page.getByRole('heading', { name: 'Patients (1)' })).toBeVisible()
}

async function sendsTheConsent(page: Page): Promise<string> {
  await page.getByRole('button', { name: `Send Consent: ${patient}` }).click()
  await expect(toast(page, 'Success')).toContainText('Consent form sent successfully')
  // Without mail, the link opens by itself.
  const dialog = page.getByRole('dialog', { name: 'Signing Link' })
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, patient)).toContainText('Consent Sent')
  return link
}

async function signs(page: Page, link: string): Promise<Buffer> {
  await identify(page, link, ['4', '2', '1991'])
  await readForm(page)
  await page.getByLabel('Your full name').fill('Aoife O’Brien-Nakamura')
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
  const { content } = await download(page, page.getByRole('button', { name: 'Download Your Copy' }))
  expect(isWholePdf(content)).toBe(true)
  await expect(page.getByText('SHA-256 of the signed form')).toContainText(sha256(content))
  return content
}

async function findsTheLinkDead(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
  await expect(
    page.getByText('This link is no longer valid. Ask the clinic to send you a new one.'),
  ).toBeVisible()
}

async function schedulesAConsultation(page: Page) {
  await visit(page, '/patients')
  await expect(rowOf(page, patient)).toContainText('Consent Signed')
  await page.getByRole('button', { name: `Schedule Consultation: ${patient}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Consultation' })
  await dialog.getByLabel('Date').fill('2020-01-06')
  await dialog.getByLabel('Time').fill('9 o’clock')
  await dialog.getByRole('button', { name: 'Schedule Consultation' }).click()
  await expect(dialog.getByText('Time must be in HH:MM format')).toBeVisible()
  await expect(dialog.getByText('Location is required')).toBeVisible()
  await dialog.getByLabel('Time').fill('09:30')
  await dialog.getByLabel('Location').fill('Room 4')
  await dialog.getByRole('button', { name: 'Schedule Consultation' }).click()
  await expect(dialog.getByText('Consultation date must be in the future')).toBeVisible()
  await dialog.getByLabel('Date').fill(day)
  await dialog.getByRole('button', { name: 'Schedule Consultation' }).click()
  await expect(toast(page, 'Success')).toContainText('Consultation scheduled successfully')
}

async function seesItOnTheSchedule(page: Page) {
  await follow(page, page.getByRole('link', { name: 'Schedule', exact: true }), 'Appointment Scheduling')
  await expect(page.getByText('Total: 1 appointments')).toBeVisible()
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: patient }) })
  for (const words of ['9:30 AM', 'Duration: 60 minutes', 'Status: scheduled', 'Room 4', 'Noor Haddad'])
    await expect(entry).toContainText(words)
}

async function downloadsTheSameForm(page: Page, clinic: TestClinic, copy: Buffer) {
  await follow(page, page.getByRole('link', { name: patient }), 'Patient Management')
  const dialog = page.getByRole('dialog', { name: patient })
  const { content } = await download(page, dialog.getByRole('link', { name: 'Download Form' }))
  const stored = await clinic.db.signedConsentForm.findFirstOrThrow()
  expect(sha256(content)).toBe(stored.sha256)
  expect(content.equals(copy), "the clinic's form equals the patient's copy byte for byte").toBe(true)
}

async function seesTheConsultation(page: Page) {
  await visit(page, '/patients')
  await expect(page.getByRole('button', { name: 'Add Patient' })).toHaveCount(0)
  await choose(page, patient, 'View Details')
  await expect(page.getByRole('dialog', { name: patient })).toContainText('9:30 AM, Room 4')
}

async function readsTheTrail(page: Page, { db }: TestClinic) {
  const { id } = await db.patient.findFirstOrThrow()
  const entries = page.getByRole('region', { name: 'Activity Timeline' }).getByRole('listitem')
  /** Each action alone: the lists that showed the patient fill more than a page. */
  const expected: [action: string, by: RegExp[]][] = [
    ['created', [/patient .*Noor Haddad/, /appointment .*Noor Haddad/]],
    ['consent_sent', [/Noor Haddad/]],
    ['viewed', [/signing link .*Noor Haddad/, /consent request .*Someone with a link/, /patient .*Jun Park/]],
    ['consent_signed', [/The signer/]],
    ['updated', [/patient .*Noor Haddad/]],
    ['downloaded', [/consent form .*Noor Haddad/]],
  ]
  for (const [action, people] of expected) {
    await visit(page, `/audit-logs?patientId=${id}&action=${action}`)
    for (const by of people)
      await expect(entries.filter({ hasText: patient }).filter({ hasText: by }), action).toHaveCount(1)
  }
}
