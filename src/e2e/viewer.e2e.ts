import type { FrameLocator, Page } from '@playwright/test'
import { sample, storedRecord } from '#testing/recordFiles.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const frameOf = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[title="Document: ${name}"]`)

test('a PDF is read in place', async ({ page, clinic, signIn }) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient({ lastName: 'Okafor' })
  const put = (fileName: string, mimeType: string, content: Buffer) =>
    storedRecord(clinic, { patientId: patient.id, uploadedById: admin.id, fileName, mimeType }, content)
  await put('form.pdf', 'application/pdf', sample('form_two_pages.pdf'))
  await put('rotation.pdf', 'application/pdf', sample('rotation.pdf'))
  await put('knee.png', 'image/png', sample('knee.png'))
  await put('knee.jpg', 'image/jpeg', sample('knee.jpg'))
  await put('knee.tiff', 'image/tiff', sample('knee.tiff'))
  await put('summary.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', sample('summary.docx'))
  await put('letter.doc', 'application/msword', sample('letter.doc'))
  await signIn(admin)
  await visit(page, `/patients?patient=${patient.id}&tab=records`)
  for (const name of ['form.pdf', 'rotation.pdf', 'knee.png', 'knee.jpg', 'knee.tiff', 'summary.docx', 'letter.doc']) {
    await page.getByRole('button', { name: `View ${name}` }).click()
    const viewer = page.getByRole('dialog', { name })
    await expect(viewer).toBeVisible()
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/view/shot-${name}.png` })
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
  }
})
