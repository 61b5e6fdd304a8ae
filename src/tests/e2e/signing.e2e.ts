import { download, isWholePdf, phone, sha256 } from './support/screen.ts'
import { draw, readForm, sentForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

const sign = { name: 'Sign the Form' }
const thanks = { name: 'Thank you for signing' }

test('a patient signs by name and gets the copy without JavaScript', async ({ clinic, visitor, watch }) => {
  const { path, patient } = await sentForm(clinic)
  const page = await visitor({ ...phone, javaScriptEnabled: false })
  await page.goto(path)
  await readForm(page)
  await expect(page.getByRole('radio', { name: 'Draw it' })).toBeHidden()
  await page.getByLabel('Your full name').fill('José Álvarez')
  await page.getByRole('button', sign).click()
  await expect(page.getByRole('heading', thanks)).toBeVisible()

  const copy = await download(page, page.getByRole('button', { name: 'Download Your Copy' }))
  expect(copy.name).toBe('signed-consent-form.pdf')
  expect(isWholePdf(copy.content)).toBe(true)
  const stored = await clinic.db.signedConsentForm.findFirstOrThrow()
  expect(sha256(copy.content)).toBe(stored.sha256)
  await expect(page.getByText('SHA-256 of the signed form')).toContainText(stored.sha256)
  const { status } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(status).toBe('consent_signed')

  watch.allow(404, /^\/sign\//)
  await page.goto(path)
  await expect(
    page.getByText('This link is no longer valid. Ask the clinic to send you a new one.'),
  ).toBeVisible()
})

test('a patient draws the signature on a phone, corrects it, and submits it', async ({ clinic, visitor }) => {
  const { path } = await sentForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  await readForm(page)
  await page.getByLabel('Your full name').fill('José Álvarez')
  await page.getByRole('radio', { name: 'Draw it' }).check()
  await page.getByRole('button', sign).click()
  await expect(page.getByText('Draw your signature in the box, or type it instead')).toBeVisible()

  const pad = page.getByRole('img', { name: /^Box to draw your signature/ })
  await draw(page, pad)
  await expect(page.getByText('Drawn: 1 stroke')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Nothing drawn yet')).toBeVisible()
  await draw(page, pad)
  await draw(page, pad)
  await page.getByRole('button', { name: 'Clear' }).click()
  await draw(page, pad)
  await page.getByRole('button', sign).click()
  await expect(page.getByRole('heading', thanks)).toBeVisible()
  expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
    state: 'signed',
    signatureKind: 'drawn',
    signerName: 'José Álvarez',
  })
})

test('nothing opens before the date of birth, and the form continues where it was left', async ({
  clinic,
  visitor,
  watch,
}) => {
  const born = { dateOfBirth: new Date('1980-03-14') }
  const { path } = await sentForm(clinic, born, { identityCheck: 'date_of_birth' })
  const page = await visitor(phone)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('José')
  const birthday = async (...[month, day, year]: [string, string, string]) => {
    await page.getByLabel('Month').fill(month)
    await page.getByLabel('Day').fill(day)
    await page.getByLabel('Year').fill(year)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  watch.allow(400, /^\/sign\//)
  await birthday('3', '15', '1980')
  await expect(page.getByRole('alert')).toContainText('9 more tries are left')
  await expect(page.getByLabel('Month')).toBeFocused()
  await birthday('3', '14', '1980')
  await expect(page.getByRole('article')).toBeVisible()

  await page.goto(path)
  await expect(page.getByRole('article'), 'the same browser continues').toBeVisible()
  const other = await visitor()
  await other.goto(path)
  await expect(other.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(other.getByRole('article')).toBeHidden()
})

test('a patient signs by keyboard', { tag: '@long' }, async ({ clinic, visitor }) => {
  const { path } = await sentForm(clinic)
  const page = await visitor()
  await page.goto(path)
  const { keyboard } = page
  const tabTo = async (name: string | RegExp, role: 'button' | 'link' | 'checkbox' | 'textbox') => {
    const wanted = page.getByRole(role, { name })
    await wanted.waitFor()
    for (let step = 0; step < 12; step += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    await expect(wanted).toBeFocused()
  }
  await tabTo('Continue to Signing', 'link')
  await keyboard.press('Enter')
  await tabTo(/I agree to sign electronically/, 'checkbox')
  await keyboard.press('Space')
  await tabTo('Continue', 'button')
  await keyboard.press('Enter')
  await tabTo('Your full name', 'textbox')
  await keyboard.type('José Álvarez')
  await tabTo('Sign the Form', 'button')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', thanks)).toBeVisible()
})

test('a screen reader meets step, heading, form and actions in this order', { tag: '@long' }, async ({
  clinic,
  visitor,
}) => {
  const { path } = await sentForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: Step 1 of 3
      - heading "Authorization for Release of Health Information" [level=1]
      - article "Authorization for Release of Health Information":
        - heading [level=2]
      - link "Continue to Signing"
      - region "Other ways to answer":
        - group: Get this form on paper
        - paragraph:
          - link "Decline to sign"
  `)
  await page.getByRole('link', { name: 'Continue to Signing' }).click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: Step 2 of 3
      - heading "Signing electronically" [level=1]
      - checkbox /I agree to sign electronically/
      - button "Continue"
      - region "Other ways to answer"
  `)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: Step 3 of 3
      - heading "Sign the form" [level=1]
      - paragraph:
        - link "Read it again"
      - paragraph:
        - link "I’m signing for someone else"
      - textbox "Your full name"
      - group "Your signature":
        - radio "My typed name" [checked]
        - radio "Draw it"
      - button "Sign the Form"
      - region "Other ways to answer"
  `)
})

test('without consent, name or opening the form, nothing is signed', { tag: '@long' }, async ({
  clinic,
  visitor,
  watch,
}) => {
  const { path } = await sentForm(clinic)
  const page = await visitor(phone)
  const { request } = page.context()
  const post = async (form: Record<string, string>) => {
    const answer = await request.post(path, { form, maxRedirects: 0 })
    expect(answer.status()).toBe(400)
    return answer.text()
  }
  expect(await post({ act: 'sign', signerName: 'José Álvarez' })).not.toContain('Thank you')
  expect(await post({ act: 'agree' })).toContain('Check the box to agree to sign electronically')
  await page.goto(path)
  await readForm(page)
  watch.allow(400, /^\/sign\//)
  const name = page.getByLabel('Your full name')
  await name.fill('   ')
  await page.getByRole('button', sign).click()
  await expect(name).toHaveAccessibleDescription('Type your full name to sign')
  await expect(name).toBeFocused()
  for (const drawing of ['', '[]', 'x', '[[1,1]]', '[["a",2]]'])
    await post({ act: 'sign', signerName: 'José Álvarez', way: 'draw', drawing })
  expect(await clinic.db.signedConsentForm.count()).toBe(0)
})

test('a patient declines after a confirmation, and the clinic is alerted', async ({
  clinic,
  visitor,
  watch,
}) => {
  const { path, patient } = await sentForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  await page.getByRole('link', { name: 'Decline to sign' }).click()
  await page.getByRole('link', { name: 'Back to the Form' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.getByRole('link', { name: 'Decline to sign' }).click()
  await page.getByLabel('Your reason (optional)').fill('I would like to talk to my lawyer first')
  await page.getByRole('button', { name: 'Decline to Sign' }).click()
  await expect(page.getByRole('heading', { name: 'You have declined to sign' })).toBeVisible()
  const { status } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(status).toBe('pending_consent')
  const alert = await clinic.db.alert.findFirstOrThrow({ where: { type: 'consent_declined' } })
  expect(alert.message).toContain('I would like to talk to my lawyer first')
  watch.allow(404, /^\/sign\//)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
})

test('a patient asks for paper, and can still come back', { tag: '@long' }, async ({ clinic, visitor }) => {
  const { path } = await sentForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  await page.getByText('Get this form on paper').click()
  await page.getByRole('button', { name: 'Ask for Paper' }).click()
  await expect(page.getByText(/^You asked for this form on paper on/)).toBeVisible()
  expect(await clinic.db.alert.count({ where: { type: 'paper_copy_requested' } })).toBe(1)
  await readForm(page)
})
