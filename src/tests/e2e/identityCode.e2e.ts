import type { Page } from '@playwright/test'
import { IDENTITY_ATTEMPTS } from '#domain/consent/signingInputs.ts'
import { sendConsent } from '#operations/consent/sendConsent.ts'
import type { MailServer } from '#tests/support/smtpServer.ts'
import { expect, test } from './support/outside.ts'
import { phone } from './support/screen.ts'
import { readForm } from './support/signing.ts'

/** The newest e-mail with this subject, once it has arrived. */
async function letter({ letters }: MailServer, subject: RegExp): Promise<string> {
  const found = () => letters.findLast((one) => subject.test(one.subject ?? ''))?.text
  await expect.poll(found, { message: `an e-mail about ${subject}` }).toBeTruthy()
  return found() ?? ''
}

const linkIn = (text: string) => /https?:\/\/\S+\/sign\/\S+/.exec(text)?.[0] ?? ''

/** A different code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function answer(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the e-mail').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a patient enters the e-mailed code, signs, and gets the copy by e-mail; wrong codes lock the link', async ({
  clinic,
  visitor,
  outside: { mail },
  watch,
}) => {
  const staff = clinic.as(await clinic.user())
  const send = async () => {
    const { id: patientId } = await clinic.patient()
    await sendConsent(staff, { patientId, identityCheck: 'email_code' })
    return patientId
  }
  const patientId = await send()
  const page = await visitor(phone)
  const link = linkIn(await letter(mail, /please read and sign/))
  await page.goto(link)
  await page.getByRole('button', { name: 'Send Me a Code' }).click()
  await expect(page.getByRole('status')).toContainText('A code is on its way')
  await expect(page.getByRole('article')).toBeHidden()
  const code = /\b\d{6}\b/.exec(await letter(mail, /your code/))?.[0] ?? ''
  watch.allow(400, /^\/sign\//)
  await answer(page, wrong(code))
  const field = page.getByLabel('Code from the e-mail')
  await expect(field).toHaveAccessibleDescription(/not the code we e-mailed to you. 9 more tries are left/)
  await expect(field).toBeFocused()
  await answer(page, code)
  await readForm(page)
  await page.getByLabel('Your full name').fill('Maren Lindqvist')
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
  expect(linkIn(await letter(mail, /your copy/))).toContain('/sign/copy/')
  const statusOf = async (id: string) => (await clinic.db.patient.findUniqueOrThrow({ where: { id } })).status
  expect(await statusOf(patientId)).toBe('consent_signed')

  mail.letters.length = 0
  const locked = await send()
  const other = linkIn(await letter(mail, /please read and sign/))
  await page.goto(other)
  await page.getByRole('button', { name: 'Send Me a Code' }).click()
  const right = /\b\d{6}\b/.exec(await letter(mail, /your code/))?.[0] ?? ''
  for (let attempt = 2; attempt < IDENTITY_ATTEMPTS; attempt += 1)
    await page.request.post(other, { form: { act: 'identify', code: wrong(right) } })
  await answer(page, wrong(right))
  await expect(field).toHaveAccessibleDescription(/One more try is left/)
  watch.allow(404, /^\/sign\//)
  await answer(page, wrong(right))
  await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
  expect((await page.request.post(other, { form: { act: 'identify', code: right } })).status()).toBe(404)
  expect(await statusOf(locked)).toBe('pending_consent')
  const { message } = await clinic.db.alert.findFirstOrThrow({ where: { type: 'consent_voided' } })
  expect(message).toContain('Too many wrong answers to the identity check')
})
