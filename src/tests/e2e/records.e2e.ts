import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import type { Prisma } from '#infra/prisma/client.ts'
import { pdfOf, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { choose, download, sha256, toast, visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const file = (name: string, buffer = sample(name)) => ({ name, mimeType: 'application/octet-stream', buffer })

async function pick(page: Page, dialog: Locator, files: ReturnType<typeof file>[]): Promise<void> {
  const [picker] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose Files' }).click(),
  ])
  await picker.setFiles(files)
}

/** Drops a file on an element, as from the desktop. */
async function drop(page: Page, place: Locator, name: string): Promise<void> {
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 }
  const devtools = await page.context().newCDPSession(page)
  const path = fileURLToPath(new URL(`../support/records/${name}`, import.meta.url))
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data })
}

test('staff upload several files, remove a rejected one, and all users can open the others unchanged', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  watch.allow(400, /\/records$/)
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Okafor', createdById: staff.id })
  await signIn(staff)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Upload Records')
  const dialog = page.getByRole('dialog', { name: 'Upload Patient Records' })
  await expect(dialog.getByText(/accessible only to authorized staff and assigned attorneys/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Please select a file to upload')).toBeVisible()

  await pick(page, dialog, [
    file('summary.docx'),
    file('wrong.pdf', sample('knee.png')),
    file('knee.png'),
    file('letter.doc'),
  ])
  await dialog.getByRole('button', { name: 'Remove letter.doc' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'summary.docx' })).toContainText('35.8 KB')
  await dialog.getByLabel('Description').fill('The knee')
  await expect(dialog.getByText('8/1000')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, 'Error')).toContainText('This file is a PNG image, but its name ends in .pdf')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'knee.png' })).toContainText('Uploaded')
  await dialog.getByRole('button', { name: 'Retry wrong.pdf' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'wrong.pdf' })).toContainText('Rename it')
  await dialog.getByRole('button', { name: 'Remove wrong.pdf' }).click()
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()

  await choose(page, 'Maren Okafor', 'View Records')
  const records = page.getByRole('dialog', { name: 'Patient Records' })
  await expect(records.getByRole('listitem')).toHaveCount(2)
  const first = records.getByRole('listitem').first()
  await expect(first).toContainText('knee.png')
  await expect(first).toContainText('The knee')
  await expect(first).toContainText('703 bytes')
  await expect(records.getByRole('button', { name: /Delete/ })).toHaveCount(0)
  const saved = await download(page, records.getByRole('link', { name: 'Download summary.docx' }))
  expect(saved.name).toBe('summary.docx')
  expect(sha256(saved.content)).toBe(sha256(sample('summary.docx')))
  await expect(toast(page, 'Downloading')).toContainText('summary.docx')
  const rows = await clinic.db.patientRecord.findMany({ where: { patientId: patient.id } })
  expect(rows.map(({ fileName }) => fileName).sort()).toEqual(['knee.png', 'summary.docx'])
})

test('a file whose answer is lost on the way can be uploaded again, and is there once', async ({
  page,
  clinic,
  signIn,
  watch,
}) => {
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(await clinic.user({ role: 'admin' }))
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Upload Records')
  const dialog = page.getByRole('dialog', { name: 'Upload Patient Records' })
  await pick(page, dialog, [file('scan.pdf', pdfOf(20_000))])
  watch.allow('net::ERR_CONNECTION_RESET', /\/records$/)
  await page.route(
    /\/records$/,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, 'Error')).toContainText('Try again: your change is made only once.')
  await dialog.getByRole('button', { name: 'Retry scan.pdf' }).click()
  await expect(toast(page, 'Success')).toBeVisible()
  expect(await clinic.db.patientRecord.count()).toBe(1)
})

test('an upload shows its progress and can be cancelled, and then nothing is stored', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const admin = await clinic.user({ role: 'admin' })
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(admin)
  const devtools = await page.context().newCDPSession(page)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Upload Records')
  const dialog = page.getByRole('dialog', { name: 'Upload Patient Records' })
  await pick(page, dialog, [file('large.pdf', pdfOf(1_900_000))])
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByRole('progressbar', { name: 'Uploading large.pdf' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel large.pdf' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Choose Files' })).toBeEnabled()
  expect(await clinic.db.patientRecord.count()).toBe(0)
})

test('dropped files are uploaded, and a file above the limit is rejected with a message', {
  tag: '@long',
}, async ({ page, clinic, signIn, watch }) => {
  watch.allow(413, /\/records$/)
  const admin = await clinic.user({ role: 'admin' })
  await clinic.patient({ lastName: 'Okafor' })
  await signIn(admin)
  await visit(page, '/patients')
  await choose(page, 'Maren Okafor', 'Upload Records')
  const dialog = page.getByRole('dialog', { name: 'Upload Patient Records' })
  await pick(page, dialog, [file('large.pdf', pdfOf(3_000_000))])
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('The file may hold at most 2 MB')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove large.pdf' }).click()
  await drop(page, dialog.getByText(/or drop or paste them here/), 'knee.png')
  await expect(dialog.getByText('knee.png', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, 'Success')).toContainText('Patient record uploaded successfully')
  await expect(dialog).toBeHidden()
})

test('a record shows its scan result, an infected one cannot be opened, and an administrator deletes and restores one', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'Okafor' })
  await storedRecord(clinic, { patientId: patient.id, uploadedById: admin.id, fileName: 'old scan.pdf' })
  const scans: [string, Partial<Prisma.PatientRecordUncheckedCreateInput>][] = [
    ['clean.pdf', { scanState: 'clean', scannedAt: new Date('2026-01-05T15:00:00Z') }],
    ['infected.pdf', { scanState: 'infected', scanFinding: 'Win.Trojan.Sample' }],
  ]
  for (const [fileName, scan] of scans)
    await storedRecord(clinic, {
      ...{ patientId: patient.id, uploadedById: admin.id, fileName, scanReason: null },
      ...scan,
    })
  await signIn(admin)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  const chart = page.getByRole('dialog', { name: 'Maren Okafor' })
  const told: [string, string[], isServed: boolean][] = [
    ['clean.pdf', ['Clean', 'No harmful software found on'], true],
    ['infected.pdf', ['Infected', 'Win.Trojan.Sample', 'cannot be opened'], false],
    ['old scan.pdf', ['Not scanned', 'This file was not scanned for viruses'], true],
  ]
  for (const [name, words, isServed] of told) {
    const row = chart.getByRole('listitem').filter({ hasText: name })
    for (const word of words) await expect(row).toContainText(word)
    await expect(row.getByRole('link', { name: `Download ${name}` })).toHaveCount(isServed ? 1 : 0)
  }
  await chart.getByRole('button', { name: 'Delete old scan.pdf' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Record' })
  await question.getByRole('button', { name: 'Delete Record' }).click()
  await expect(question.getByText('Reason must be at least 10 characters')).toBeVisible()
  await question.getByLabel('Reason').fill('Belongs to another chart')
  await question.getByRole('button', { name: 'Delete Record' }).click()
  await expect(toast(page, 'Success')).toContainText('Record deleted successfully')
  await expect(chart.getByRole('listitem')).toHaveCount(2)
  expect(await clinic.db.patientRecord.findMany({ where: { fileName: 'old scan.pdf' } })).toMatchObject([
    { deletedById: admin.id, deleteReason: 'Belongs to another chart' },
  ])

  await chart.getByRole('button', { name: 'Deleted', exact: true }).click()
  const gone = chart.getByRole('list', { name: 'Deleted records' }).getByRole('listitem')
  await expect(gone).toContainText(/old scan\.pdf.*by Sam Okoye.*Belongs to another chart/)
  await gone.getByRole('button', { name: 'Restore old scan.pdf' }).click()
  await expect(toast(page, 'Success')).toContainText('old scan.pdf was restored successfully')
  await expect(chart.getByText('No deleted records')).toBeVisible()
  await chart.getByRole('button', { name: 'Deleted', exact: true }).click()
  await expect(chart.getByRole('listitem')).toHaveCount(3)
})

test('a file dropped on an open chart is uploaded at once', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Okafor', createdById: staff.id })
  await signIn(staff)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  const chart = page.getByRole('dialog', { name: 'Maren Okafor' })
  await expect(chart.getByText('No records yet')).toBeVisible()
  await drop(page, chart.getByRole('button', { name: 'Upload Records' }), 'rotation.pdf')
  await expect(toast(page, 'Success')).toContainText('Patient record uploaded successfully')
  await expect(chart.getByRole('list', { name: 'Records' })).toContainText('rotation.pdf')
  await expect(chart.getByRole('list', { name: 'Files' })).toHaveCount(0)
})
