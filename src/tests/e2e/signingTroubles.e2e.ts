import { phone } from './support/screen.ts'
import { draw, readForm, sentForm, sentWitnessedForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

const sign = { name: 'Sign the Form' }

test('a lost connection keeps the typed name and the drawing, and a second try signs once', async ({
  clinic,
  visitor,
  watch,
}) => {
  const { path } = await sentForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  await readForm(page)
  await page.getByLabel('Your full name').fill('José Álvarez')
  await page.getByRole('radio', { name: 'Draw it' }).check()
  await draw(page, page.getByRole('img', { name: /^Box to draw your signature/ }))
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /^\/sign\//)
  await page.context().setOffline(true)
  await page.getByRole('button', sign).click()
  await expect(page.getByText('Not sent. Try again.')).toBeVisible()
  await expect(page.getByLabel('Your full name')).toHaveValue('José Álvarez')
  await expect(page.getByText('Drawn: 1 stroke')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', sign).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
  expect(await clinic.db.signedConsentForm.count()).toBe(1)
})

test('a witness and an interpreter sign beside the patient, and a lost connection keeps what they typed', {
  tag: '@long',
}, async ({ clinic, visitor, watch }) => {
  const { path } = await sentWitnessedForm(clinic)
  const page = await visitor(phone)
  await page.goto(path)
  await expect(page.getByRole('article')).toContainText('I saw the signer sign this form.')
  await readForm(page)
  await page.getByLabel('Your full name').fill('José Álvarez')
  await expect(page.getByLabel('Full name of the interpreter')).toBeHidden()
  await page.getByLabel('An interpreter helped me').check()
  await page.getByLabel('Full name of the interpreter').fill('Linh Tran')
  await page.getByLabel('Language, like').fill('Vietnamese')
  await page.getByLabel('I am the interpreter').check()
  await page.getByLabel('Full name of the witness').fill('José Álvarez')
  await page.getByLabel('Who the witness is to you').fill('Neighbor')
  await page.getByLabel('I am the witness').check()
  watch.allow(400, /^\/sign\//)
  await page.getByRole('button', sign).click()
  await expect(page.getByText('The witness is someone other than the signer')).toBeVisible()
  await page.getByLabel('Full name of the witness').fill('Wes Pruitt')
  watch.allow('net::ERR_INTERNET_DISCONNECTED', /^\/sign\//)
  await page.context().setOffline(true)
  await page.getByRole('button', sign).click()
  await expect(page.getByText('Not sent. Try again.')).toBeVisible()
  await expect(page.getByLabel('Full name of the witness')).toHaveValue('Wes Pruitt')
  await expect(page.getByLabel('Full name of the interpreter')).toHaveValue('Linh Tran')
  await expect(page.getByLabel('I am the witness')).toBeChecked()
  await page.context().setOffline(false)
  await page.getByRole('button', sign).click()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
  expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
    ...{ witnessName: 'Wes Pruitt', witnessRelation: 'Neighbor' },
    ...{ interpreterName: 'Linh Tran', interpreterLanguage: 'Vietnamese' },
  })
})

test('the holder of an expired link learns what happened, and a stranger does not', async ({
  clinic,
  visitor,
  watch,
}) => {
  const { path } = await sentForm(clinic, { dateOfBirth: new Date('1980-03-14') })
  await clinic.db.consentRequest.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
  const page = await visitor(phone)
  watch.allow(404, /^\/sign\//)
  watch.allow(400, /^\/sign\//)
  const answer = async (month: string, day: string) => {
    await page.getByLabel('Month').fill(month)
    await page.getByLabel('Day').fill(day)
    await page.getByLabel('Year').fill('1980')
    await page.getByRole('button', { name: 'Show What Happened' }).click()
  }
  const neutral = page.getByText('We can’t tell you more about this link')
  await page.goto('/sign/made-up')
  await answer('3', '14')
  await expect(neutral).toBeVisible()
  await page.goto(path)
  await answer('13', '14')
  await expect(page.getByText('The month is a number from 1 to 12')).toBeVisible()
  await answer('3', '15')
  await expect(neutral).toBeVisible()
  await answer('3', '14')
  await expect(page.getByRole('heading', { name: 'This link is too old' })).toBeVisible()
})
