import { writeFileSync } from 'node:fs'
import { bringPaper } from '#tests/support/paperForms.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { putOnFile, signedWith } from '#tests/support/signedForms.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const asFile = (content: Uint8Array) => ({
  name: 'form.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
})

test('the holder of a form learns whether it is genuine, and a known form is not uploaded', async ({
  clinic,
  visitor,
}) => {
  const seal = await quickSeal()
  const signed = await signedWith(seal)
  await putOnFile(clinic, { ...signed, stampedAt: new Date('2026-01-02T10:00:01Z') })
  const staff = clinic.as(await clinic.user())
  await bringPaper(staff, (await clinic.patient()).id, sample('rotation.pdf'))
  const page = await visitor()
  const sent: (string | null)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData())
  })
  const check = async (content: Uint8Array, title: string, says: string) => {
    await page.getByLabel('Signed form').setInputFiles(asFile(content))
    await page.getByRole('button', { name: 'Check the File' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('status')).toContainText(says)
    await expect(page.getByRole('main')).not.toContainText('Lindqvist')
  }
  await page.goto('/verify')
  await check(signed.content, 'This is one of our forms', 'signed on Jan 2, 2026, 5:00 AM EST')
  await expect(page.getByRole('heading', { name: 'This is one of our forms' })).toBeFocused()
  await expect(page.getByText('confirmed that the seal existed on Jan 2, 2026, 5:00 AM EST')).toBeVisible()
  expect(sent).toEqual([`sha256=${signed.sha256}`])

  const changed = signed.content.map((byte, index) => (index === 1000 ? byte ^ 1 : byte))
  await check(
    changed,
    'This file was altered',
    'it was changed after it was sealed. Do not rely on it. Ask Test Clinic for the original form.',
  )
  const elsewhere = await signedWith(seal, { clinicName: 'Another' })
  await check(elsewhere.content, 'We have no record of this form', 'Test Clinic has no such form on file')
  await check(
    Buffer.from('%PDF-1.7'),
    'We do not know this file',
    'this form was not signed with Test Clinic',
  )
  await check(
    sample('rotation.pdf'),
    'We have this scan on file',
    'the form was signed on paper on Jan 2, 2026. A scan does not prove a signature',
  )
  await check(signed.content, 'This is one of our forms', 'identical to the form')
})

test(
  'without JavaScript the file is uploaded and checked, up to 32 MB',
  { tag: '@long' },
  async ({ clinic, visitor, watch }, info) => {
    const tooLarge = info.outputPath('form.pdf')
    writeFileSync(tooLarge, Buffer.alloc(32 * 1_048_576 + 1))
    const signed = await signedWith(await quickSeal())
    await putOnFile(clinic, signed)
    const page = await visitor({ ...phone, javaScriptEnabled: false })
    await page.goto('/verify')
    await page.getByLabel('Signed form').setInputFiles(asFile(signed.content))
    await page.getByRole('button', { name: 'Check the File' }).click()
    await expect(page.getByRole('heading', { name: 'This is one of our forms' })).toBeVisible()

    watch.allow(413, /^\/verify/)
    await page.getByLabel('Signed form').setInputFiles(tooLarge)
    await page.getByRole('button', { name: 'Check the File' }).click()
    await expect(page.getByLabel('Signed form')).toHaveAccessibleDescription('The file may be at most 32 MB')
  },
)

test('the page rejects files from another site, and no other page accepts files', async ({ visitor }) => {
  const { request } = (await visitor()).context()
  const multipart = { file: asFile(new Uint8Array([1])) }
  const foreign = await request.post('/verify', { multipart, headers: { origin: 'https://evil.example' } })
  expect(foreign.status()).toBe(403)
  expect((await request.post('/verify', { multipart })).status()).toBe(200)
  expect((await request.post('/verify', { form: { sha256: 'abc' } })).status()).toBe(400)
  expect((await request.post('/verify', { form: {} })).status()).toBe(400)
})
