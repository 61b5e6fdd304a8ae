import { expect, type Page } from '@playwright/test'
import { forwardedPath, reminderPath } from '#domain/access/screens.ts'
import { setClinicLogo } from '#operations/clinic/clinicLogo.ts'
import { editClinicSettings } from '#operations/clinic/editClinicSettings.ts'
import { reminderSecret } from '#operations/consent/derivedSecrets.ts'
import { expireRequests } from '#operations/consent/expireRequests.ts'
import { voidConsentRequest } from '#operations/consent/voidConsentRequest.ts'
import { forwardRecords } from '#operations/records/forwardRecords.ts'
import { createReminder } from '#operations/reminders/reminderLink.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { treated } from '#tests/support/forwardable.ts'
import { makePng } from '#tests/support/png.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { putOnFile, signedWith } from '#tests/support/signedForms.ts'
import { draw, readForm, sentForm, sentWitnessedForm } from './signing.ts'

/** A page for signed-out users, and how to reach it. */
export type VisitorView = {
  name: string
  reach: (page: Page, clinic: TestClinic) => Promise<unknown>
  /** The error status that the page returns. */
  refuses?: number
  /** Looks like another view except for its text. */
  isAnother?: true
}

const born = { dateOfBirth: new Date('1980-03-14') }
const click = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function openForm(page: Page, clinic: TestClinic): Promise<string> {
  const { path } = await sentForm(clinic)
  await page.goto(path)
  return path
}

async function toSign(page: Page, clinic: TestClinic): Promise<void> {
  await openForm(page, clinic)
  await readForm(page)
  await page.getByLabel('Your full name').fill('José Álvarez')
}

async function answerBirthday(page: Page, clinic: TestClinic): Promise<void> {
  const { path } = await sentForm(clinic, born, { identityCheck: 'date_of_birth' })
  await page.goto(path)
  for (const [field, text] of Object.entries({ Month: '3', Day: '15', Year: '1980' }))
    await page.getByLabel(field).fill(text)
}

async function openForwarded(page: Page, clinic: TestClinic): Promise<void> {
  const { staff, input } = await treated(clinic)
  const { secret } = await forwardRecords(staff, input)
  await page.goto(forwardedPath(secret))
  await click(page, 'Open the Records')
  await expect(page.getByRole('heading', { name: 'Forwarded records' })).toBeVisible()
}

async function openReminder(page: Page, clinic: TestClinic): Promise<void> {
  const staff = await clinic.user()
  const { id: patientId } = await clinic.patient({ status: 'consent_signed' })
  const { id: appointmentId } = await clinic.db.appointment.create({
    data: {
      ...{ patientId, providerId: staff.id, createdById: staff.id, isConsultation: true },
      scheduledAt: new Date(Date.now() + 86_400_000),
    },
  })
  const ctx = clinic.anonymous()
  const reminder = await createReminder(ctx, { kind: 'visit', patientId, appointmentId, daysBefore: 1 })
  await page.goto(reminderPath(reminderSecret(ctx, reminder?.id ?? '') ?? ''))
  await expect(page.getByRole('button', { name: 'Please Call Me' })).toBeVisible()
}

async function isDead(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
}

async function check(page: Page, content: Uint8Array, title: string): Promise<void> {
  await page.goto('/verify')
  const file = { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from(content) }
  await page.getByLabel('Signed form').setInputFiles(file)
  await click(page, 'Check the File')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

async function onFile(clinic: TestClinic): Promise<Uint8Array> {
  const form = await signedWith(await quickSeal())
  await putOnFile(clinic, form)
  return form.content
}

/** Every state of the signing pages and the form check page. */
export const visitorViews: readonly VisitorView[] = [
  {
    name: 'identity question',
    reach: async (page, clinic) => {
      const { path } = await sentForm(clinic, born, { identityCheck: 'date_of_birth' })
      await page.goto(path)
    },
  },
  {
    name: 'identity question, refused',
    refuses: 400,
    reach: async (page, clinic) => {
      await answerBirthday(page, clinic)
      await click(page, 'Continue')
      await expect(page.getByRole('alert')).toContainText('9 more tries')
    },
  },
  {
    name: 'locked',
    refuses: 404,
    isAnother: true,
    reach: async (page, clinic) => {
      await answerBirthday(page, clinic)
      await clinic.db.consentRequest.updateMany({ data: { identityAttempts: 9 } })
      await click(page, 'Continue')
      await isDead(page)
    },
  },
  { name: 'document', reach: openForm },
  {
    name: 'notice',
    reach: async (page, clinic) => {
      await openForm(page, clinic)
      await page.getByRole('link', { name: 'Continue to Signing' }).click()
      await expect(page.getByRole('heading', { name: 'Signing electronically' })).toBeVisible()
    },
  },
  { name: 'typed signature', reach: toSign },
  {
    name: 'witness and interpreter, refused',
    refuses: 400,
    reach: async (page, clinic) => {
      const { path } = await sentWitnessedForm(clinic)
      await page.goto(path)
      await readForm(page)
      await page.getByLabel('Your full name').fill('José Álvarez')
      await page.getByLabel('An interpreter helped me').check()
      await page.getByLabel('Full name of the witness').fill('José Álvarez')
      await page.getByLabel('Who the witness is to you').fill('Neighbor')
      await page.getByLabel('I am the witness').check()
      await click(page, 'Sign the Form')
      await expect(page.getByText('Type the full name of the interpreter')).toBeVisible()
    },
  },
  {
    name: 'drawn signature',
    reach: async (page, clinic) => {
      await toSign(page, clinic)
      await page.getByRole('radio', { name: 'Draw it' }).check()
      await draw(page, page.getByRole('img', { name: /^Box to draw/ }))
    },
  },
  {
    name: 'signature refused',
    refuses: 400,
    reach: async (page, clinic) => {
      await toSign(page, clinic)
      await page.getByLabel('Your full name').fill('  ')
      await click(page, 'Sign the Form')
      await expect(page.getByText('Type your full name to sign')).toBeVisible()
    },
  },
  {
    name: 'another name',
    refuses: 400,
    reach: async (page, clinic) => {
      await toSign(page, clinic)
      await page.getByLabel('Your full name').fill('Mickey Mouse')
      await click(page, 'Sign the Form')
      await expect(page.getByText('Are you José Álvarez?')).toBeVisible()
    },
  },
  {
    name: 'representative',
    reach: async (page, clinic) => {
      await toSign(page, clinic)
      await page.getByRole('link', { name: 'I’m signing for someone else' }).click()
      await expect(page.getByLabel('Your own e-mail address')).toBeVisible()
    },
  },
  {
    name: 'about to decline',
    reach: async (page, clinic) => {
      await openForm(page, clinic)
      await page.getByRole('link', { name: 'Decline to sign' }).click()
      await expect(page.getByRole('heading', { name: 'Decline to sign?' })).toBeVisible()
    },
  },
  {
    name: 'signed',
    reach: async (page, clinic) => {
      await toSign(page, clinic)
      await click(page, 'Sign the Form')
      await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
    },
  },
  {
    name: 'paper asked',
    reach: async (page, clinic) => {
      await openForm(page, clinic)
      await page.getByText('Get this form on paper').click()
      await click(page, 'Ask for Paper')
      await expect(page.getByText(/^You asked for this form on paper/)).toBeVisible()
    },
  },
  { name: 'reminder of a visit', reach: openReminder },
  { name: 'declined', reach: (page) => page.goto('/sign/declined') },
  { name: 'device handed back', reach: (page) => page.goto('/sign/signed') },
  {
    name: 'expired',
    refuses: 404,
    reach: async (page, clinic) => {
      const { path } = await sentForm(clinic)
      await clinic.db.consentRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
      await expireRequests(clinic.anonymous())
      await page.goto(path)
      await isDead(page)
    },
  },
  {
    name: 'voided',
    refuses: 404,
    isAnother: true,
    reach: async (page, clinic) => {
      const { path, patient } = await sentForm(clinic)
      await voidConsentRequest(clinic.as(await clinic.user()), { patientId: patient.id })
      await page.goto(path)
      await isDead(page)
    },
  },
  { name: 'forwarded records', reach: openForwarded },
  {
    name: 'a forwarded record',
    reach: async (page, clinic) => {
      await openForwarded(page, clinic)
      await page.getByRole('button', { name: 'View mri.pdf' }).click()
      await expect(page.getByRole('status')).toHaveText(/^(Document shown|Page 1 of \d+)$/)
    },
  },
  {
    name: 'what happened to an expired link',
    reach: async (page, clinic) => {
      const { path } = await sentForm(clinic, born)
      await clinic.db.consentRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
      await page.goto(path)
      for (const [field, text] of Object.entries({ Month: '3', Day: '14', Year: '1980' }))
        await page.getByLabel(field).fill(text)
      await click(page, 'Show What Happened')
      await expect(page.getByRole('heading', { name: 'This link is too old' })).toBeVisible()
    },
  },
  { name: 'checking a form', reach: (page) => page.goto('/verify') },
  { name: 'API reference', reach: (page) => page.goto('/api-reference') },
  { name: 'calls of a group', reach: (page) => page.goto('/api-reference/tasks#add-task') },
  {
    name: 'a genuine form',
    reach: async (page, clinic) => check(page, await onFile(clinic), 'This is one of our forms'),
  },
  {
    name: 'an altered form',
    reach: async (page, clinic) => {
      const changed = (await onFile(clinic)).map((byte, index) => (index === 1000 ? byte ^ 1 : byte))
      await check(page, changed, 'This file was altered')
    },
  },
  {
    name: 'a form that is not in the register',
    reach: async (page, clinic) => {
      await onFile(clinic)
      const other = await signedWith(await quickSeal(), { clinicName: 'Another' })
      await check(page, other.content, 'We have no record of this form')
    },
  },
  {
    name: 'an unknown file',
    isAnother: true,
    reach: (page) => check(page, Buffer.from('%PDF-1.7'), 'We do not know this file'),
  },
  {
    // The last view, because the others show the clinic without them.
    name: 'dead link, with logo and address',
    refuses: 404,
    reach: async (page, clinic) => {
      const admin = clinic.as(await clinic.user({ role: 'admin' }))
      await editClinicSettings(admin, { phone: '2125550100', address: '20 Pier Road\nPortland, ME 04101' })
      await setClinicLogo(admin, { contentBase64: Buffer.from(makePng(720, 192)).toString('base64') })
      // The server learns of settings that another process changed within a moment.
      await expect(async () => {
        await page.goto('/sign/nothing')
        await expect(page.getByRole('img', { name: 'Test Clinic' })).toBeVisible({ timeout: 500 })
      }).toPass()
      await isDead(page)
    },
  },
]
