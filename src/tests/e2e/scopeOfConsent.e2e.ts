import type { Recipient } from '#domain/consent/recipients.ts'
import { readConsentRequest } from '#operations/consent/readConsentRequest.ts'
import { signConsent } from '#operations/consent/signConsent.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { forwardablePatient } from '#tests/support/forwardable.ts'
import { choose, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

/** A patient with a signed form for Rae, an imaging record and a bill. */
async function signedForRae(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  const rae = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Castellanos' })
  const { patient, records } = await forwardablePatient(clinic, {
    lastName: 'Okafor',
    createdById: admin.id,
    assignedAttorneyId: rae.id,
  })
  const [, bill] = records
  await clinic.db.patientRecord.update({ where: { id: bill?.id ?? '' }, data: { category: 'billing' } })
  return { admin, rae, patient }
}

test('revoking one category closes its records on the attorney’s open page, and only these', async ({
  page,
  clinic,
  signIn,
  visitor,
}) => {
  const { admin, rae, patient } = await signedForRae(clinic)
  const theirs = await visitor()
  await signIn(rae, theirs.context())
  await visit(theirs, `/patients?patient=${patient.id}&tab=records`)
  const records = theirs.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await expect(records).toHaveCount(2)

  await signIn(admin)
  await visit(page, `/patients?patient=${patient.id}&tab=consent`)
  await page.getByRole('button', { name: 'Revoke Part' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke Part of Consent' })
  await dialog.getByRole('button', { name: 'Revoke Part' }).click()
  await expect(dialog.getByText('Choose one recipient or one category')).toBeVisible()
  await dialog.getByLabel('Part to Revoke').selectOption('Category: Billing')
  await dialog.getByLabel('Reason').fill('Called and revoked the bills')
  await dialog.getByRole('button', { name: 'Revoke Part' }).click()
  await expect(toast(page, 'Success')).toContainText('Part of the consent revoked successfully')
  await expect(page.getByText(/Revoked for Billing/)).toContainText('Called and revoked the bills')

  await expect(records).toHaveCount(1)
  await expect(records).toContainText('mri.pdf')
})

test('reassigning to an attorney whom the form does not name warns and leads to a new form', {
  tag: '@long',
}, async ({ page, clinic, signIn, visitor }) => {
  const { admin, patient } = await signedForRae(clinic)
  const tom = await clinic.user({ role: 'attorney', firstName: 'Tom', lastName: 'Abara' })
  await signIn(admin)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Reassign Patient')
  const dialog = page.getByRole('dialog', { name: 'Reassign Patient' })
  await dialog.getByLabel('Assigned To').selectOption({ value: tom.id })
  await expect(dialog.getByText(/no records until the patient signs a new form/)).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /sign a new form/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Reassign Patient' }).click()

  const request = page.getByRole('dialog', { name: 'Request Authorization' })
  await expect(request.getByText('Tom Abara (assigned attorney)')).toBeAttached()
  await request.getByLabel('Records That the Form Covers').selectOption('Only chosen categories')
  await request.getByText('Billing', { exact: true }).click()
  await expect(request.getByText(/only these kinds of records: billing/)).toBeVisible()
  await request.getByLabel('Purpose').fill('a claim against my insurer')
  await request.getByLabel('Who May Receive the Records').selectOption('Someone else')
  await request.getByLabel('Recipient Name').fill('Lee Park')
  const form = request.getByRole('article')
  await expect(form.getByText(/Who may receive: Lee Park/)).toBeVisible()
  await expect(form.getByText(/Why: a claim against my insurer/)).toBeVisible()
  await request.getByLabel('Who May Receive the Records').selectOption('Tom Abara (assigned attorney)')
  await request.getByText('Send a copy to the recipients').click()
  await request.getByRole('button', { name: 'Request Authorization' }).click()
  await expect(request).toHaveCount(0)

  const theirs = await visitor()
  await signIn(tom, theirs.context())
  await visit(theirs, `/patients?patient=${patient.id}&tab=records`)
  await expect(theirs.getByText(/The signed form does not name you/)).toBeVisible()
  await expect(theirs.getByText('No records yet')).toBeHidden()
  await sign(clinic, patient.id)
  const records = theirs.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await expect(records).toHaveCount(1)
  await expect(records).toContainText('bill.pdf')
  await expect(theirs.getByText(/The signed form does not name you/)).toHaveCount(0)
  const { status, authorization } = await clinic.db.patient.findUniqueOrThrow({ where: { id: patient.id } })
  expect(status).toBe('pending_records')
  const { recipients } = authorization as { recipients: Recipient[] }
  expect(recipients).toMatchObject([{ userId: tom.id }])

  const told = await clinic.db.alert.findFirstOrThrow({ where: { type: 'consent_copy', userId: tom.id } })
  await theirs.goto(`/alerts/${told.id}`)
  await expect(theirs.getByRole('link', { name: 'Download Form' }).first()).toBeVisible()
})

test('an attorney whom another attorney’s form keeps out asks the patient, and sees no signing link', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const { patient } = await signedForRae(clinic)
  const tom = await clinic.user({ role: 'attorney', firstName: 'Tom', lastName: 'Abara' })
  await clinic.db.patient.update({ where: { id: patient.id }, data: { assignedAttorneyId: tom.id } })
  await signIn(tom)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  await expect(page.getByText(/The signed form does not name you/)).toBeVisible()
  const [known] = await clinic.db.patientRecord.findMany({ where: { patientId: patient.id } })
  const refused = await page.request.get(`/api/patients/${patient.id}/records/${known?.id}/file`)
  expect(refused.status()).toBe(403)

  await page.getByRole('button', { name: 'Request Authorization' }).click()
  const request = page.getByRole('dialog', { name: 'Request Authorization' })
  await expect(request.getByText('Tom Abara (assigned attorney)')).toBeAttached()
  await request.getByRole('button', { name: 'Request Authorization' }).click()
  await expect(request).toHaveCount(0)
  await expect(page.getByText(/\/sign\//)).toHaveCount(0)
  await expect(page.getByText(/The signed form does not name you/)).toBeVisible()

  await sign(clinic, patient.id)
  const records = page.getByRole('list', { name: 'Records' }).getByRole('listitem')
  await expect(records, 'opened by the signature, without a reload').toHaveCount(2)
})

async function sign(clinic: TestClinic, patientId: string): Promise<void> {
  const { idempotencyKey } = await clinic.db.consentRequest.findFirstOrThrow({
    where: { patientId, state: 'sent' },
  })
  const secret = clinic.instances.signing.current.linkSecret(idempotencyKey) as string
  await readConsentRequest(clinic.anonymous(), { secret })
  await signConsent(clinic.anonymous(), {
    secret,
    signerName: 'Maren Okafor',
    agreesToSignElectronically: true,
  })
}
