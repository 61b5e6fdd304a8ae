import { soon } from './support/live.ts'
import { expect, test } from './support/outside.ts'
import { choose, download, rowOf, toast, visit } from './support/screen.ts'

test('a form signed at DocuSign appears in the open window and can be downloaded', async ({
  page,
  clinic,
  signIn,
  outside,
  tell,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ firstName: 'Maren', lastName: 'Okafor', createdById: staff.id })
  await signIn(staff)
  await visit(page, '/patients')
  await page.getByRole('button', { name: 'Send Consent: Maren Okafor' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  await expect(rowOf(page, 'Okafor')).toContainText('Consent Sent')
  const [envelope] = [...outside.docuSign.account.envelopes.values()]
  expect(envelope).toMatchObject({
    status: 'sent',
    recipients: { signers: [{ name: 'Maren Okafor', email: patient.email }] },
  })
  const envelopeId = envelope?.envelopeId ?? ''

  outside.docuSign.account.deliver(envelopeId)
  await tell(envelopeId, 'recipient-delivered')
  const opened = () => clinic.db.consentRequest.count({ where: { envelopeId, openedAt: { not: null } } })
  await expect.poll(opened).toBe(1)
  await visit(page, '/consent-forms')
  const onTheList = page.getByRole('listitem').filter({ hasText: 'Okafor' })
  await expect(onTheList).toContainText('Sent via DocuSign')
  await expect(onTheList).toContainText('Opened')
  await visit(page, '/patients')
  outside.docuSign.account.complete(envelopeId)
  await tell(envelopeId, 'envelope-completed')
  await expect(rowOf(page, 'Okafor')).toContainText('Consent Signed', soon)
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()

  await visit(page, `/patients?patient=${patient.id}`)
  const { content } = await download(page, page.getByRole('link', { name: 'Download Form' }))
  expect(content.toString('latin1')).toContain('% combined')
  expect(content.subarray(0, envelope?.document.length)).toEqual(envelope?.document)
  await visit(page, `/patients?patient=${patient.id}&tab=consent`)
  const certificate = await download(page, page.getByRole('link', { name: 'Download Certificate' }))
  expect(certificate.content.toString('latin1')).toContain('certificate of ')
})

test('while DocuSign is down the patient stays pending, with the reason and the next try', {
  tag: '@long',
}, async ({ page, clinic, signIn, outside }) => {
  await clinic.patient({ firstName: 'Maren', lastName: 'Okafor' })
  await signIn(await clinic.user())
  await visit(page, '/patients')
  outside.docuSign.spoil = () => ({ status: 503 })
  await page.getByRole('button', { name: 'Send Consent: Maren Okafor' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to send consent form')
  await visit(page, '/consent-forms')
  const onTheList = page.getByRole('listitem').filter({ hasText: 'Okafor' })
  await expect(onTheList).toContainText(/Pending Consent/)
  await expect(onTheList).toContainText(/Sending failed: DocuSign is not working at the moment.*next try/)
  expect(await clinic.db.auditLog.count({ where: { action: 'consent_sent' } })).toBe(0)
  expect(outside.docuSign.account.envelopes.size).toBe(0)

  await choose(page, 'Maren Okafor', 'Void Consent Request')
  const dialog = page.getByRole('dialog', { name: 'Void Consent Request' })
  await expect(dialog).toContainText('The form will not be sent to Maren Okafor again.')
  await dialog.getByRole('button', { name: 'Void Request' }).click()
  await expect(onTheList).toContainText('Voided')
  await onTheList.getByRole('button', { name: 'More actions for Maren Okafor' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Here Now' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Void Consent Request' })).toBeHidden()
})

test('a clinic device signs at DocuSign and shows only what DocuSign reports', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
  outside,
  watch,
}) => {
  const { id: patientId } = await clinic.patient({ firstName: 'Maren', lastName: 'Okafor' })
  const staff = await clinic.user()
  await signIn(staff)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Sign Here Now')
  await page.getByRole('button', { name: 'Sign Out and Hand Over' }).click()
  await expect(page.getByRole('heading', { name: 'Sign with DocuSign' })).toBeVisible()
  expect(await clinic.db.session.count()).toBe(0)
  expect((await page.request.get('/api/patients')).status()).toBe(401)
  const here = page.url()
  const elsewhere = await fetch(here)
  expect(elsewhere.status, 'it opens only on this device').toBe(404)

  const atDocuSign = async (name: string) => {
    await page.getByRole('link', { name: 'Open the Form' }).click()
    await expect(page.getByRole('heading', { name: 'Please review and sign' })).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
  }
  await atDocuSign('Finish Later')
  await expect(page.getByRole('heading', { name: 'Not signed yet' })).toBeVisible()
  await page.goto(`${here}?event=signing_complete`)
  await expect(page.getByRole('heading', { name: 'Not signed yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the Form' }).click()
  outside.docuSign.spoil = () => ({ status: 503 })
  watch.allow(502, /^\/sign\/away\//)
  await page.goto(`${here}?event=signing_complete`)
  await expect(page.getByRole('heading', { name: 'We don’t know yet' })).toBeVisible()
  await page.goto(`${here}?open`)
  await expect(page.getByRole('alert')).toContainText('DocuSign is not working at the moment')
  outside.docuSign.spoil = () => undefined
  await atDocuSign('Finish')
  await expect(page.getByText('Please hand the device back')).toBeVisible()
  expect(await clinic.db.consentRequest.findFirstOrThrow({ where: { patientId } })).toMatchObject({
    state: 'signed',
    channel: 'in_person',
    provider: 'docusign',
    recordedById: staff.id,
  })
  watch.allow(404, /^\/sign\/away\//)
  await page.goto(here)
  await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible()
})
