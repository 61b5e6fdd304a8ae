import { writeFileSync } from 'node:fs'
import { quickSeal } from '#testing/seal.ts'
import { putOnFile, signedWith } from '#testing/signedForms.ts'
import { phone } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const asFile = (content: Uint8Array) => ({
  name: 'form.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
})

test('whoever holds a form learns whether it is ours, and the file stays in the browser', async ({
  clinic,
  visitor,
}) => {
  const signed = await signedWith(await quickSeal())
  await putOnFile(clinic, signed)
  const page = await visitor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postData() ?? '')
  })
  await page.goto('/verify')
  await page.getByLabel('Signed form').setInputFiles(asFile(signed.content))
  await page.getByRole('button', { name: 'Check the File' }).click()
  await expect(page.getByRole('heading', { name: 'This is a form of ours' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('signed on Jan 2, 2026, 5:00 AM EST')
  await expect(page.getByRole('main')).not.toContainText('Lindqvist')
  expect(sent).toEqual([`sha256=${signed.sha256}`])

  const changed = signed.content.map((byte, index) => (index === 1000 ? byte ^ 1 : byte))
  await page.getByLabel('Signed form').setInputFiles(asFile(changed))
  await page.getByRole('button', { name: 'Check the File' }).click()
  await expect(page.getByRole('heading', { name: 'We do not know this file' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('it was changed after it was signed')
})

test('without script the file is looked at as it comes, up to 30 MB', async ({
  clinic,
  visitor,
  watch,
}, info) => {
  const tooLarge = info.outputPath('form.pdf')
  writeFileSync(tooLarge, Buffer.alloc(30 * 1_048_576 + 1))
  const signed = await signedWith(await quickSeal())
  await putOnFile(clinic, signed)
  const page = await visitor({ ...phone, javaScriptEnabled: false })
  await page.goto('/verify')
  await page.getByLabel('Signed form').setInputFiles(asFile(signed.content))
  await page.getByRole('button', { name: 'Check the File' }).click()
  await expect(page.getByRole('heading', { name: 'This is a form of ours' })).toBeVisible()

  watch.allow(413, /^\/verify/)
  await page.getByLabel('Signed form').setInputFiles(tooLarge)
  await page.getByRole('button', { name: 'Check the File' }).click()
  await expect(page.getByLabel('Signed form')).toHaveAccessibleDescription('The file may be at most 30 MB')
})

test('the page takes no file from another site, and no other page takes files at all', async ({
  visitor,
}) => {
  const { request } = (await visitor()).context()
  const multipart = { file: asFile(new Uint8Array([1])) }
  const foreign = await request.post('/verify', { multipart, headers: { origin: 'https://evil.example' } })
  expect(foreign.status()).toBe(403)
  expect((await request.post('/verify', { multipart })).status()).toBe(200)
  expect((await request.post('/verify', { form: { sha256: 'abc' } })).status()).toBe(400)
  expect((await request.post('/verify', { form: {} })).status()).toBe(400)
})
