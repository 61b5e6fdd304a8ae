import { storedRecord } from '#tests/support/recordFiles.ts'
import { expect, test } from './support/outside.ts'
import { visit } from './support/screen.ts'

// Where no scanner is set up a job gives up waiting within a minute, so this needs a clinic that has one.
test('a record that waits for the virus scanner says so and cannot be opened', async ({
  page,
  clinic,
  signIn,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await storedRecord(clinic, {
    ...{ patientId: patient.id, uploadedById: admin.id, fileName: 'waiting.pdf' },
    ...{ scanState: 'waiting', scanReason: null, nextScanAt: new Date('2099-01-01') },
  })
  await signIn(admin)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  const row = page.getByRole('dialog', { name: 'Maren Okafor' }).getByRole('listitem')
  await expect(row).toContainText('waiting.pdf')
  await expect(row).toContainText('Being scanned')
  await expect(row).toContainText('It can be opened once it has been scanned.')
  await expect(row.getByRole('link', { name: 'Download waiting.pdf' })).toHaveCount(0)
})
