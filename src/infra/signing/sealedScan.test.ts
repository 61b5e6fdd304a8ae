import { createHash, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfText } from '#tests/support/pdfText.ts'
import { quickSeal, rsaSeal } from '#tests/support/seal.ts'
import { aScan, sealedAt, sealedScan } from '#tests/support/sealedScans.ts'
import { signedWith } from '#tests/support/signedForms.ts'
import { fingerprintOf } from './seal.ts'
import { checkSeal } from './sealCheck.ts'

/** An independent signature reader from npm. */
const readSignatures = createRequire(import.meta.url)('pdf-signature-reader') as (file: Buffer) => {
  integrity?: boolean
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** The attachment of a sealed scan, found by the size that the file states. */
function attached(file: Buffer, size: number): Buffer {
  const about = file.indexOf('/Type /EmbeddedFile')
  expect(file.subarray(about, file.indexOf('stream', about)).toString('latin1')).toContain(`/Size ${size}`)
  const from = file.indexOf('stream\n', about) + 'stream\n'.length
  return inflateSync(file.subarray(from))
}

test('the file has the scan byte for byte, what staff entered, and a seal that others can check', async () => {
  const content = randomBytes(50_000)
  const scan = aScan(content)
  const identity = await rsaSeal()
  const file = await sealedScan(scan, identity)
  expect(attached(file.content, content.length)).toEqual(content)
  expect(file.sha256).toBe(sha256(file.content))
  const text = await pdfText(file.content)
  for (const fact of [
    'Scan of a Form Signed on Paper',
    'They do not prove who signed the paper',
    scan.requestId,
    'PatientMaren Lindqvist',
    'Signed by, as enteredOlga Lindqvist, Mother of Maren Lindqvist',
    'Signed on, as enteredJan 2, 2026',
    'Witness, as enteredWes Witness',
    'Jan 5, 2026, 10:05 AM EST (2026-01-05T15:05:00.000Z), by Sam Okoye',
    'consent.pdf, 50,000 bytes',
    sha256(content),
    fingerprintOf(identity),
    'ef'.repeat(32),
    'https://clinic.test/verify',
  ])
    expect(text).toContain(fact)
  expect(text).not.toMatch(/Interpreter|null|undefined|Invalid Date/)
  const intact = { state: 'intact', isOurForm: true, isScan: true, sealedAt }
  expect(await checkSeal(file.content)).toMatchObject(intact)
  expect(readSignatures(file.content).integrity).toBe(true)
})

test('a changed byte breaks the seal, in the scan or around it', async () => {
  const { content } = await sealedScan(aScan(randomBytes(20_000)))
  const step = Math.floor(content.length / 50)
  for (let at = 0; at < content.length; at += step) {
    const changed = Buffer.from(content)
    changed[at] = (changed[at] ?? 0) ^ 1
    const check = await checkSeal(changed)
    expect(check.state === 'intact' && check.isOurForm, `byte ${at}`).toBe(false)
  }
})

test('a scan that is itself a sealed form is not taken for that form', async () => {
  const form = Buffer.from((await signedWith(await quickSeal())).content)
  const { content } = await sealedScan(aScan(form))
  expect(attached(content, form.length)).toEqual(form)
  expect(await checkSeal(content)).toMatchObject({ state: 'intact', isScan: true })
  expect(await checkSeal(form)).toMatchObject({ state: 'intact', isScan: false })
})

test('a scan with bytes that would hide the seal is refused', async () => {
  const forged = Buffer.from('/ByteRange [0 10 20 999999999]')
  const content = Buffer.concat([randomBytes(30_000), forged, randomBytes(30_000)])
  await expect(sealedScan(aScan(content))).rejects.toMatchObject({
    code: 'invalid',
    message: 'The scan has bytes that look like a seal',
  })
})
