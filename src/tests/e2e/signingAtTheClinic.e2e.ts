import { sample } from '#tests/support/recordFiles.ts'
import { choose, download, toast, visit } from './support/screen.ts'
import { readForm } from './support/signing.ts'
import { expect, test } from './support/test.ts'

test('staff hand over the tablet, and only the form can be reached from it', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  const staff = await clinic.user({ firstName: 'Sam', lastName: 'Okoye' })
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Waiting' })
  await signIn(staff)
  await visit(page, '/patients')
  const behind = await page.context().newPage()
  await visit(behind, '/patients')
  await behind.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await choose(page, 'Jo Waiting', 'Sign Here Now')
  await page.getByRole('button', { name: 'Sign Out and Hand Over' }).click()
  await expect(
    page.getByRole('heading', { name: 'Authorization for Release of Health Information' }),
  ).toBeVisible()
  expect(await clinic.db.session.count()).toBe(0)
  const form = page.url()
  await expect(behind.getByText('Jo Waiting'), 'a background tab shows nothing either').toBeHidden()
  // Chromium sometimes never closes a tab that is loading.
  await expect(behind.getByRole('heading', { name: 'Sign in to Caseload' })).toBeVisible()
  await behind.waitForLoadState()
  await behind.close()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in to Caseload' })).toBeVisible()
  await expect(page.getByText('Jo Waiting')).toBeHidden()
  expect((await page.request.get('/api/patients')).status()).toBe(401)
  await page.goForward()

  const elsewhere = await page.context().browser()?.newContext()
  expect((await elsewhere?.request.get(form))?.status(), 'the link opens only on this device').toBe(404)
  await elsewhere?.close()

  await readForm(page)
  await page.getByLabel('Your full name').fill('Jo Waiting')
  await page.getByRole('button', { name: 'Sign the Form' }).click()
  await expect(page.getByText('Please hand the device back')).toBeVisible()
  expect(await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId: id } })).toMatchObject({
    state: 'signed',
    channel: 'in_person',
    recordedById: staff.id,
  })
  watch.allow(404, /^\/sign\//)
  watch.allow(401, /^\/patients/)
  await page.goto(form)
  await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
  await page.goto('/sign/signed')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Caseload' })).toBeVisible()
})

test('a paper form is recorded, and downloads as it was scanned', async ({ page, clinic, signIn }) => {
  const { id } = await clinic.patient({ firstName: 'Jo', lastName: 'Waiting' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  await choose(page, 'Jo Waiting', 'Record Paper Consent')
  const dialog = page.getByRole('dialog', { name: 'Record Paper Consent' })
  await dialog.getByRole('button', { name: 'Record Consent' }).click()
  await expect(dialog.getByText('Please select a file to upload')).toBeVisible()
  const scan = sample('rotation.pdf')
  await dialog
    .getByLabel('Scan of the signed form')
    .setInputFiles({ name: 'consent.pdf', mimeType: 'application/pdf', buffer: scan })
  await dialog.getByLabel('Signed On').fill('2026-01-02')
  await dialog.getByLabel('Valid Until').fill('2099-12-31')
  await dialog.getByLabel('Signed By').selectOption('Legal guardian')
  await dialog.getByLabel('Witness').fill('Wes Witness')
  await dialog.getByRole('button', { name: 'Record Consent' }).click()
  await expect(dialog.getByText('Enter the name of the representative')).toBeVisible()
  await dialog.getByLabel('Name of the Representative').fill('Rosa Doe')
  await dialog.getByLabel('Relation to the Patient').fill('Aunt')
  await dialog.getByRole('button', { name: 'Record Consent' }).click()
  await expect(toast(page, 'Success')).toContainText('Paper consent recorded successfully')
  await expect(page.getByRole('row', { name: /Jo Waiting/ })).toContainText('Consent Signed')

  await visit(page, `/patients?patient=${id}`)
  const kept = await download(page, page.getByRole('link', { name: 'Download Form' }))
  expect(kept.content.equals(scan)).toBe(true)
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText('Dec 31, 2099')
  await page.getByRole('tab', { name: 'Consent' }).click()
  const consent = page.getByRole('tabpanel', { name: 'Consent' })
  await expect(consent).toContainText('signed for the patient by Rosa Doe, Aunt')
  await expect(consent).toContainText(/signed Jan 2(?!, 12:00)/)

  // A job seals it, and the chart that is open shows it.
  const sealed = await download(page, consent.getByRole('link', { name: 'Download Sealed Scan' }))
  await visit(page, '/verify')
  const file = { name: 'sealed.pdf', mimeType: 'application/pdf', buffer: sealed.content }
  await page.getByLabel('Signed form').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the File' }).click()
  await expect(page.getByRole('heading', { name: 'We have this scan on file' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('A scan does not prove a signature')
})
