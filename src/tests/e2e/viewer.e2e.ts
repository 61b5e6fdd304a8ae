import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { RecordType } from '#domain/records/fileTypes.ts'
import type { User } from '#infra/prisma/client.ts'
import { revokeConsent } from '#operations/consent/revokeConsent.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { paper, sample, storedRecord } from '#tests/support/recordFiles.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function pdfOfPages(count: number): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  for (let page = 1; page <= count; page += 1)
    pdf.addPage().drawText(`Chart page ${page} of ${count}`, { x: 72, y: 700 })
  return Buffer.from(await pdf.save())
}

const frameOf = (page: Page, name: string): FrameLocator =>
  page.frameLocator(`iframe[title="Document: ${name}"]`)

const putOnFile = (clinic: TestClinic, patient: { id: string }, by: User) => {
  let at = Date.now()
  return (fileName: string, mimeType: RecordType, content: Buffer) => {
    at -= 60_000
    const about = { patientId: patient.id, uploadedById: by.id, createdAt: new Date(at) }
    return storedRecord(clinic, { ...about, fileName, mimeType }, content)
  }
}

async function open(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `View ${name}` }).click()
  return page.getByRole('dialog', { name })
}

/** The share of an image that is not white. */
const ink = (drawn: Locator): Promise<number> =>
  drawn.evaluate((element) => {
    const canvas = document.createElement('canvas')
    const [width, height] = [200, 260]
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    context?.drawImage(element as HTMLCanvasElement, 0, 0, width, height)
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() }
    return data.filter((value, index) => index % 4 === 0 && value < 160).length
  })

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds inside the frame. The text over a drawn page is for selection and screen readers and not
 * visible.
 */
async function foundInside(page: Page): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().includes('/viewer/'))
  await frame?.evaluate(`${axe}; 0`)
  const found = await frame?.evaluate(
    "axe.run({ exclude: ['.textLayer'] }, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))",
  )
  return found as string[]
}

/** Replaces printing in the frame and returns how many sheets would be printed. */
async function printed(page: Page, name: string): Promise<() => Promise<number>> {
  const body = frameOf(page, name).locator('body')
  await body.evaluate(() => {
    const sheets = new Promise<number>((done) => {
      window.print = () => {
        done(document.querySelectorAll('.paper img').length)
        window.dispatchEvent(new Event('afterprint'))
      }
    })
    Object.assign(window, { sheets })
  })
  return () => body.evaluate(() => (window as unknown as { sheets: Promise<number> }).sheets)
}

test('a PDF is read, searched, rotated and printed in place, and each view writes one audit row', async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Okafor' })
  const put = putOnFile(clinic, patient, staff)
  const report = await put('report.pdf', 'application/pdf', paper('report.pdf'))
  const scan = await put('scan.pdf', 'application/pdf', paper('scan.pdf'))
  await put('bad.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nnothing of a document\n%%EOF'))
  await signIn(staff)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  const viewer = await open(page, 'report.pdf')
  for (const fact of ['PDF', 'Not scanned', '31.4 KB', '1 of 3']) await expect(viewer).toContainText(fact)
  const inside = frameOf(page, 'report.pdf')
  await expect(inside.getByText('MRI of the cervical spine', { exact: true })).toBeVisible()
  expect(await ink(inside.locator('canvas').first())).toBeGreaterThan(300)

  expect(await foundInside(page)).toEqual([])

  await viewer.getByRole('button', { name: 'Next Page' }).click()
  await expect(inside.getByText('Electronically signed: R. Halloran, MD')).toBeInViewport()
  await viewer.getByRole('searchbox', { name: 'Find in Document' }).fill('protrusion')
  await expect(viewer.getByText('3 of 3', { exact: true })).toBeVisible()
  await expect(inside.locator('.highlight.selected')).toBeInViewport()
  const before = await inside.locator('.page').first().boundingBox()
  await viewer.getByRole('button', { name: 'Rotate' }).click()
  await expect
    .poll(async () => {
      const after = await inside.locator('.page').first().boundingBox()
      return before && after && after.width > after.height
    })
    .toBe(true)
  const sheets = await printed(page, 'report.pdf')
  await viewer.getByRole('button', { name: 'Print' }).click()
  expect(await sheets()).toBe(2)

  await viewer.getByRole('button', { name: 'Next Record: scan.pdf' }).click()
  await expect(page.getByRole('dialog', { name: 'scan.pdf' })).toBeVisible()
  const scanned = frameOf(page, 'scan.pdf').locator('canvas').first()
  await expect(scanned).toBeVisible()
  await expect.poll(() => ink(scanned)).toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Next Record: bad.pdf' }).click()
  await expect(page.getByRole('alert')).toContainText('This file is damaged')
  const looks = await clinic.db.auditLog.findMany({
    where: { resourceType: 'patient_record', action: { in: ['viewed', 'downloaded'] } },
    orderBy: { createdAt: 'asc' },
  })
  expect(looks.map(({ action, resourceId }) => [action, resourceId]).slice(0, 2)).toEqual([
    ['viewed', report.id],
    ['viewed', scan.id],
  ])
  expect(looks).toHaveLength(3)
})

test('pictures, faxes and Word texts are shown in place and by keyboard', { tag: '@long' }, async ({
  page,
  clinic,
  signIn,
}) => {
  const staff = await clinic.user()
  const patient = await clinic.patient({ lastName: 'Okafor' })
  const put = putOnFile(clinic, patient, staff)
  await put('photo.jpg', 'image/jpeg', paper('phone.jpg'))
  await put('fax.tiff', 'image/tiff', paper('fax.tiff'))
  await put('letter.docx', DOCX, paper('report.docx'))
  await put('old.doc', 'application/msword', paper('report.doc'))
  await put('knee.png', 'image/png', sample('knee.png'))
  await signIn(staff)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  await page.getByRole('button', { name: 'View photo.jpg' }).press('Enter')
  const photo = frameOf(page, 'photo.jpg').getByRole('img', { name: 'Image: photo.jpg' })
  const box = await photo.boundingBox()
  expect((box?.width ?? 0) > (box?.height ?? 0), 'upright as photographed').toBe(true)

  const next = (name: string) => page.getByRole('button', { name: `Next Record: ${name}` })
  await next('fax.tiff').press('Enter')
  const fax = frameOf(page, 'fax.tiff')
  const sheet = fax.getByRole('img', { name: 'Image: fax.tiff, page 1 of 2' })
  await expect.poll(() => ink(sheet.locator('canvas'))).toBeGreaterThan(300)
  expect(await foundInside(page)).toEqual([])
  const size = await sheet.boundingBox()
  expect((size?.height ?? 0) / (size?.width ?? 1), 'not squashed by its resolution').toBeCloseTo(
    11.69 / 8.47,
    1,
  )
  await fax.getByRole('region', { name: 'fax.tiff' }).press('End')
  await expect(page.getByRole('textbox', { name: 'Page, of 2' })).toHaveValue('2')

  await next('letter.docx').press('Enter')
  const letter = frameOf(page, 'letter.docx')
  await expect(letter.getByText('Text only: layout, pictures and comments are in the file.')).toBeVisible()
  await expect(letter.getByRole('heading', { name: 'Findings' })).toBeVisible()
  await expect(letter.getByRole('row').nth(2)).toContainText('C5/C6')
  expect(await foundInside(page)).toEqual([])
  await next('old.doc').press('Enter')
  await expect(page.getByText(/Word 97-2003 documents cannot be shown safely/)).toBeVisible()
  await next('knee.png').press('Enter')
  const region = frameOf(page, 'knee.png').getByRole('region', { name: 'knee.png' })
  await region.press('Escape')
  await expect(page.getByRole('dialog', { name: 'knee.png' })).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Maren Okafor' })).toBeVisible()
})

test('an attorney’s open document closes with a reason when the consent is revoked', async ({
  page,
  clinic,
  signIn,
}) => {
  const [staff, attorney] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const patient = await clinic.patient({
    lastName: 'Okafor',
    status: 'consent_signed',
    consentSignedAt: new Date(),
    assignedAttorneyId: attorney.id,
    createdById: staff.id,
  })
  await putOnFile(clinic, patient, staff)('report.pdf', 'application/pdf', paper('report.pdf'))
  await signIn(attorney)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  const viewer = await open(page, 'report.pdf')
  await expect(
    frameOf(page, 'report.pdf').getByText('MRI of the cervical spine', { exact: true }),
  ).toBeVisible()
  expect(await clinic.db.disclosure.findMany()).toMatchObject([{ kind: 'viewed', recipientId: attorney.id }])
  await revokeConsent(clinic.as(staff), { patientId: patient.id, reason: 'The patient asked for it' })
  await expect(viewer).toBeHidden({ timeout: 3_000 })
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'Maren Okafor' }).getByRole('alert')).toContainText(
    'The patient revoked the consent, so the records are closed.',
  )
})

test('a 500-page chart, a letter in Japanese and a JPEG 2000 scan are shown in place', {
  tag: '@long',
}, async ({ page, clinic, signIn }) => {
  const staff = await clinic.user()
  const patient = await clinic.patient()
  const put = putOnFile(clinic, patient, staff)
  await put('chart.pdf', 'application/pdf', await pdfOfPages(500))
  await put('letter.pdf', 'application/pdf', sample('japanese.pdf'))
  await put('fax.pdf', 'application/pdf', sample('jpeg2000.pdf'))
  await signIn(staff)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  const chart = await open(page, 'chart.pdf')
  await chart.getByRole('textbox', { name: 'Page, of 500' }).fill('431')
  await page.keyboard.press('Enter')
  await expect(frameOf(page, 'chart.pdf').getByText('Chart page 431 of 500')).toBeInViewport()
  // Only the pages around the visible one are drawn.
  expect(await frameOf(page, 'chart.pdf').locator('canvas').count()).toBeLessThan(15)
  await chart.getByRole('searchbox', { name: 'Find in Document' }).fill('page 77 of')
  await expect(frameOf(page, 'chart.pdf').getByText('Chart page 77 of 500')).toBeInViewport()

  await chart.getByRole('button', { name: 'Next Record: letter.pdf' }).click()
  await expect(frameOf(page, 'letter.pdf').getByText('診療情報提供書')).toBeVisible()

  await page.getByRole('dialog', { name: 'letter.pdf' }).getByRole('button', { name: 'Next Record' }).click()
  const fax = frameOf(page, 'fax.pdf').locator('canvas').first()
  await expect(fax).toBeVisible()
  await expect.poll(() => ink(fax)).toBeGreaterThan(300)
})
