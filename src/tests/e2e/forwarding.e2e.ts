import { forwardedPath } from '#domain/access/screens.ts'
import { forwardRecords } from '#operations/records/forwardRecords.ts'
import { zipOf } from '#tests/support/archives.ts'
import { forwardablePatient, treated } from '#tests/support/forwardable.ts'
import { paper, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { inspector } from './support/inspect.ts'
import { choose, download, phone, sha256, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

test('forwarded records download byte for byte on a phone without JavaScript, and close when consent is revoked', async ({
  page,
  clinic,
  signIn,
  visitor,
  watch,
}) => {
  const staff = await clinic.user()
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Rae', lastName: 'Castellanos' })
  const { patient } = await forwardablePatient(clinic, {
    lastName: 'Okafor',
    createdById: staff.id,
    assignedAttorneyId: attorney.id,
  })
  await signIn(staff)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Forward Records')
  const form = page.getByRole('dialog', { name: 'Forward Records' })
  // The form on file covers both records and names the attorney; its purpose is unknown.
  await expect(form).toContainText('Maren Okafor: 2 of 2 records to Rae Castellanos')
  await form.getByText('All 2 records').click()
  await form.getByRole('button', { name: 'Forward Records' }).click()
  await expect(form.getByText('Choose at least one record')).toBeVisible()
  await expect(form.getByText('Enter the purpose')).toBeVisible()
  await form.getByText('mri.pdf').click()
  await expect(form.getByRole('combobox', { name: 'Recipient' })).toHaveValue(attorney.id)
  await form.getByLabel('Purpose').fill('Claim against the insurer')
  await form.getByLabel('Note to the Recipient').fill('The second page matters')
  await form.getByRole('button', { name: 'Forward Records' }).click()
  const made = page.getByRole('dialog', { name: 'Records Forwarded' })
  await expect(made.getByText('Give the link only to Rae Castellanos')).toBeVisible()
  const { found, inspect } = inspector(page, '[role=dialog]')
  await inspect('the link')
  expect(found).toEqual([])
  const link = await made.getByLabel('Link').inputValue()
  await made.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('row', { name: /Maren Okafor/ })).toContainText('Records Forwarded')

  const inHand = await visitor({ ...phone, javaScriptEnabled: false })
  await inHand.goto(new URL(link).pathname)
  await expect(inHand.getByText('Okafor')).toHaveCount(0)
  await inHand.getByRole('button', { name: 'Open the Records' }).click()
  await expect(inHand.getByRole('heading', { name: 'Forwarded records' })).toBeVisible()
  await expect(inHand.getByText('Maren Okafor')).toBeVisible()
  await expect(inHand.getByText('The second page matters')).toBeVisible()
  await expect(inHand.getByRole('listitem')).toHaveCount(1)
  const file = await download(inHand, inHand.getByRole('link', { name: 'Download mri.pdf' }))
  expect(sha256(file.content)).toBe(sha256(sample('rotation.pdf')))
  await expect(inHand.getByText(sha256(file.content))).toBeVisible()

  await choose(page, 'Maren Okafor', 'View Details')
  const chart = page.getByRole('dialog', { name: 'Maren Okafor' })
  await chart.getByRole('tab', { name: 'Disclosures' }).click()
  const lines = chart.getByRole('list', { name: 'Accounting of Disclosures' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(0)).toContainText('Downloaded: mri.pdf')
  await expect(lines.nth(1)).toContainText('Link opened')
  await expect(lines.nth(2)).toContainText('Under the consent signed Dec 1, 2025')
  const csv = await download(page, chart.getByRole('link', { name: 'Export CSV' }))
  expect(csv.name).toMatch(/^accounting-of-disclosures-.*\.csv$/)
  expect(csv.content.toString()).toContain('Claim against the insurer')
  await chart.getByRole('tab', { name: 'Records' }).click()
  const forwarded = chart.getByRole('list', { name: 'Forwarded' }).getByRole('listitem')
  await expect(forwarded).toContainText('Opened, 1 download')
  await chart.getByRole('button', { name: 'Close' }).last().click()

  await choose(page, 'Maren Okafor', 'Revoke Consent')
  const revoke = page.getByRole('dialog', { name: 'Revoke Consent' })
  await revoke.getByLabel(/Reason/).fill('Called and revoked it')
  await revoke.getByRole('button', { name: 'Revoke Consent' }).click()
  await expect(toast(page, 'Success')).toContainText('Consent revoked successfully')
  watch.allow(404, /\/forwarded\//)
  await inHand.getByRole('link', { name: 'Download mri.pdf' }).click()
  await expect(inHand.getByRole('heading', { name: 'These records cannot be opened' })).toBeVisible()
  await expect(inHand.getByText('The authorization for this link has ended')).toBeVisible()
  await expect(inHand.getByText('Okafor')).toHaveCount(0)
  expect(await clinic.db.disclosure.count({ where: { patientId: patient.id } })).toBe(3)
})

test('the recipient looks at forwarded records in the page, and downloads all of them at once', {
  tag: '@long',
}, async ({ clinic, visitor, watch }) => {
  const { staff, input, patient } = await treated(clinic)
  const about = { patientId: patient.id, uploadedById: staff.actor.id }
  const photo = { ...about, fileName: 'knee.jpg', mimeType: 'image/jpeg' }
  const { id } = await storedRecord(clinic, photo, paper('phone.jpg'))
  const { secret, forwarding } = await forwardRecords(staff, {
    ...input,
    recordIds: [...input.recordIds, id],
  })
  const inHand = await visitor(phone)
  await visit(inHand, forwardedPath(secret))
  await inHand.getByRole('button', { name: 'Open the Records' }).click()

  await inHand.getByRole('button', { name: 'View mri.pdf' }).click()
  const viewer = inHand.getByRole('dialog', { name: 'mri.pdf' })
  await expect(viewer.getByRole('status')).toHaveText(/^(Document shown|Page 1 of \d+)$/)
  await expect(inHand.frameLocator('iframe').locator('canvas').first()).toBeVisible()
  const { found, inspect } = inspector(inHand, 'dialog')
  await inspect('a forwarded record')
  expect(found).toEqual([])
  await inHand.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(inHand.getByRole('button', { name: 'View mri.pdf' })).toBeFocused()

  await inHand.getByRole('button', { name: 'View knee.jpg' }).click()
  const image = inHand.frameLocator('iframe').getByRole('img', { name: 'Image: knee.jpg' })
  const before = await image.boundingBox()
  await inHand.getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(async () => (await image.boundingBox())?.width).not.toBe(before?.width)
  await inHand.getByRole('button', { name: 'Close' }).click()

  const { name, content } = await download(inHand, inHand.getByRole('link', { name: 'Download All' }))
  expect(name).toMatch(/^forwarded-records-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = zipOf(content)
  expect(Object.keys(files).sort()).toEqual(['bill.pdf', 'knee.jpg', 'mri.pdf'])
  expect(files['knee.jpg']).toEqual(paper('phone.jpg'))
  const kinds = await clinic.db.disclosure.groupBy({ by: ['kind'], _count: true, orderBy: { kind: 'asc' } })
  expect(Object.fromEntries(kinds.map(({ kind, _count }) => [kind, _count]))).toEqual({
    forwarded: 3,
    opened: 1,
    viewed: 2,
    downloaded: 3,
  })

  await clinic.db.forwarding.update({
    where: { id: forwarding.id },
    data: { endedFor: 'withdrawn', endedAt: new Date() },
  })
  watch.allow(404, /\/forwardings\//)
  await inHand.getByRole('button', { name: 'View mri.pdf' }).click()
  await expect(inHand.getByRole('alert')).toHaveText(
    'The clinic has withdrawn this link. Ask the clinic if you still need the records.',
  )
})
