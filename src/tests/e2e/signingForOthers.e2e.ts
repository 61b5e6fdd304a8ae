import { sample } from '#tests/support/recordFiles.ts'
import { phone, toast, visit } from './support/screen.ts'
import { identify, readForm, sentForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

const child = { firstName: 'Mia', lastName: 'Álvarez', dateOfBirth: new Date('2018-05-04') }

test('a parent signs for a child with a proof, and staff accept the form before it opens anything', async ({
  clinic,
  visitor,
  page: desk,
  signIn,
  watch,
}) => {
  const { path, patient } = await sentForm(clinic, child, { identityCheck: 'date_of_birth' })
  const page = await visitor({ ...phone, javaScriptEnabled: false })
  await identify(page, path, ['5', '4', '2018'])
  await readForm(page)
  await expect(page.getByText('You sign for the patient')).toBeVisible()
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
  await page.getByLabel(/^Proof that you may sign/).setInputFiles(text)
  watch.allow(400, /^\/sign\//)
  await page.getByRole('button', { name: 'Send the File' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const file = { name: 'birth certificate.pdf', mimeType: 'application/pdf', buffer: sample('rotation.pdf') }
  await page.getByLabel(/^Proof that you may sign/).setInputFiles(file)
  await page.getByRole('button', { name: 'Send the File' }).click()
  await expect(page.getByText('We have your proof')).toBeVisible()

  await page.getByLabel('Your full name').fill('Rosa Álvarez')
  await page.getByLabel('Your own e-mail address').fill('rosa@example.test')
  await page.getByLabel(/^Who you are to the patient/).fill('Mother')
  await page.getByLabel('What gives you the right to sign').selectOption('parent')
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()
  expect(await clinic.db.consentRequest.findFirstOrThrow()).toMatchObject({
    ...{ state: 'signed', signerName: 'Rosa Álvarez', signerCapacity: 'parent', authorityProof: 'upload' },
    ...{
      representativeEmail: 'rosa@example.test',
      reviewState: 'waiting',
      reviewReasons: ['representative'],
    },
  })

  await signIn(await clinic.user())
  await visit(desk, `/patients?patient=${patient.id}&tab=consent`)
  const chart = desk.getByRole('dialog', { name: 'Mia Álvarez' })
  await expect(chart.getByText('Signed by Rosa Álvarez (Mother)')).toBeVisible()
  await expect(chart.getByRole('link', { name: 'Download Proof' })).toBeVisible()
  await chart.getByRole('button', { name: 'Accept Form' }).click()
  await expect(toast(desk, 'Success')).toContainText('Signed form accepted')
  await expect(chart.getByText('Review this signed form')).toBeHidden()
  const { authorization, reviewRequestId } = await clinic.db.patient.findUniqueOrThrow({
    where: { id: patient.id },
  })
  expect([authorization === null, reviewRequestId]).toEqual([false, null])
})

test('a signer with another name is asked, confirms, and staff reject the form with a reason', {
  tag: '@long',
}, async ({ clinic, visitor, page: desk, signIn, watch }) => {
  const born = { dateOfBirth: new Date('1980-03-14') }
  const { path, patient } = await sentForm(clinic, born, { identityCheck: 'date_of_birth' })
  const page = await visitor(phone)
  await identify(page, path, ['3', '14', '1980'])
  await readForm(page)
  await page.getByLabel('Your full name').fill('Mickey Mouse')
  watch.allow(400, /^\/sign\//)
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByText('This form is for José Álvarez. Are you José Álvarez?')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Yes, that is me/ }).check()
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for signing' })).toBeVisible()

  await signIn(await clinic.user())
  await visit(desk, `/patients?patient=${patient.id}`)
  const chart = desk.getByRole('dialog', { name: 'José Álvarez' })
  await expect(chart).toContainText('Waiting for: clinic to review the signed form')
  await chart.getByRole('button', { name: 'Review Form' }).click()
  await chart.getByRole('button', { name: 'Reject Form' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Reject Signed Form' })
  await dialog.getByLabel('Reason').fill('Not the patient who signed')
  await dialog.getByRole('button', { name: 'Reject Form' }).click()
  await expect(toast(desk, 'Success')).toContainText('Signed form rejected')
  const { status } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(status).toBe('pending_consent')
})
