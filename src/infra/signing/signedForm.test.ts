import { createHash } from 'node:crypto'
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { FormLine } from '#domain/consent/attestation.ts'
import type { ConsentBlock } from '#domain/consent/document.ts'
import { pdfPages, pdfText } from '#tests/support/pdfText.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { aDocument, aSignature, signedWith } from '#tests/support/signedForms.ts'
import { renderOriginal } from './originalForm.ts'
import { checkSeal } from './sealCheck.ts'

const clinic = { name: 'Test Clinic', timeZone: 'America/New_York' }
const certificateOf = async (file: Uint8Array) => (await pdfPages(file)).at(-1) ?? ''

const paragraph = (text: string): ConsentBlock => ({ kind: 'paragraph', text })

test('the signature has the printed name, the time with its zone, and the meaning (21 CFR 11.50)', async () => {
  const { content } = await signedWith(await quickSeal())
  const text = await pdfText(content)
  expect(text).toContain('Printed nameMaren Lindqvist')
  expect(text).toContain('Signed electronically, typed, on Jan 5, 2026, 10:05 AM EST')
  expect(text).toMatch(/Meaning of this signature: I authorize the use and disclosure of health information/)
})

test('the certificate page has the signer, time, address, identity check, notice and every hash', async () => {
  const signed = await signedWith(await quickSeal(), {
    signature: aSignature({
      channel: 'in_person',
      recordedBy: 'Sam Okoye',
      kind: 'drawn',
      drawing: [[100, 200, 180, 90, 700, 225]],
      identityCheck: { kind: 'date_of_birth', checkedAt: new Date('2026-01-05T15:01:00Z') },
      disclosureAgreedAt: new Date('2026-01-05T15:03:00Z'),
      disclosureVersion: 'esign-2026-11',
      template: { name: 'Release of records', number: 7, sha256: 'cd'.repeat(32) },
      linkSeenBy: ['Ada Byron', 'Lee Chen'],
      head: { sha256: 'ef'.repeat(32), signedAt: new Date('2026-01-05T15:04:30Z') },
    }),
  })
  const page = await certificateOf(signed.content)
  for (const fact of [
    'Release of records, version 7',
    'cd'.repeat(32),
    '0199a1b2-aaaa-7bbb-8ccc-0123456789ab',
    'Drawn by hand',
    'In person, on a device handed over by Sam Okoye',
    'Date of birth, passed on Jan 5, 2026, 10:01 AM EST',
    'Sent',
    'Jan 4, 2026, 4:00 AM EST (2026-01-04T09:00:00.000Z), by Sam Moor',
    'm***@example.test',
    'Ada Byron, Lee Chen',
    'ef'.repeat(32),
    '2026-01-05T15:04:30.000Z',
    'Opened',
    '2026-01-05T15:02:00.000Z',
    'esign-2026-11, agreed to on Jan 5, 2026, 10:03 AM EST',
    'Signed',
    '2026-01-05T15:05:00.000Z',
    '192.0.2.1',
    'vitest',
    'ab'.repeat(32),
    signed.originalSha256,
    signed.sealedBy,
    'https://clinic.test/verify',
  ])
    expect(page).toContain(fact)
  expect(page).not.toContain('maren@example.test')
})

test('unknown facts are shown as unknown', async () => {
  const unknown = { ipAddress: null, userAgent: null, drawing: null, template: null, email: null }
  const signature = aSignature(unknown)
  const { content } = await signedWith(await quickSeal(), { signature })
  const page = await certificateOf(content)
  expect(page).toContain('AddressNot known')
  expect(page).toContain('BrowserNot known')
  expect(page).toContain('Identity checkNone')
  expect(page).toContain('Remotely, by a secret link')
  expect(page).toContain('Users of the clinic who saw the linkNone')
  expect(page).not.toMatch(/Template|E-mail|state|undefined|null|Invalid Date/)
})

test('the original is attached byte for byte, and rendering it again gives the same hash', async () => {
  const { content, originalSha256 } = await signedWith(await quickSeal())
  const pdf = await PDFDocument.load(content, { updateMetadata: false })
  const streams = pdf.context.enumerateIndirectObjects().map(([, object]) => object)
  const [attached] = streams.filter(
    (one) => one instanceof PDFRawStream && one.dict.get(PDFName.of('Type')) === PDFName.of('EmbeddedFile'),
  )
  const { inflateSync } = await import('node:zlib')
  const original = inflateSync((attached as PDFRawStream).getContents())
  expect(createHash('sha256').update(original).digest('hex')).toBe(originalSha256)
  expect(original.equals(await renderOriginal(aDocument(), clinic, 'pen'))).toBe(true)
})

test('a provider finds its fields in the original by invisible anchor words', async () => {
  const anchors = { signature: '\\s1\\', name: '\\n1\\', date: '\\d1\\', representative: '\\r1\\' }
  const text = await pdfText(await renderOriginal(aDocument(), clinic, anchors))
  for (const anchor of Object.values(anchors)) expect(text.split(anchor)).toHaveLength(2)
  expect(await pdfText(await renderOriginal(aDocument(), clinic, 'pen'))).not.toContain('\\')
  expect(await pdfText(await renderOriginal(aDocument(), clinic))).not.toContain('Printed name')
})

test('a long document is complete and in order, with page numbers', async () => {
  const blocks = Array.from({ length: 60 }, (_, index) =>
    paragraph(`Clause ${index}. ${'as described here '.repeat(50)}`),
  )
  const { content } = await signedWith(await quickSeal(), { document: aDocument(blocks) })
  const pages = await pdfPages(content)
  expect(pages.length).toBeGreaterThan(10)
  const clauses = [...pages.join('').matchAll(/Clause (\d+)\./g)].map(([, number]) => Number(number))
  expect(clauses).toEqual(blocks.map((_, index) => index))
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  expect((await checkSeal(content)).state).toBe('intact')
})

test('a signature is never on a page without the last section of the form', async () => {
  const seal = await quickSeal()
  const anchors = { signature: '\\s1\\', name: '\\n1\\', date: '\\d1\\', representative: '\\r1\\' }
  const items = Array.from(
    { length: 8 },
    (_, index) => `Item ${index}, with words enough for two lines of the page: ${'as described '.repeat(5)}`,
  )
  for (let filling = 0; filling <= 48; filling += 3) {
    const blocks: ConsentBlock[] = [
      ...Array.from({ length: filling }, () => paragraph('As described here.')),
      { kind: 'heading', text: 'Summary' },
      { kind: 'list', items },
      { kind: 'heading', text: 'Witness' },
      paragraph('A witness gives a name.'),
    ]
    const document = { ...aDocument(blocks), lines: ['witness'] as FormLine[] }
    const drawn = [
      await renderOriginal(document, clinic, 'pen'),
      await renderOriginal(document, clinic, anchors),
      (await signedWith(seal, { document })).content,
    ]
    for (const file of drawn) {
      const page = (await pdfPages(file)).find((one) => one.includes('Printed name')) ?? ''
      expect(page, `${filling} paragraphs before it`).toMatch(
        /Summary.*Item 7.*Printed name.*Meaning of this/s,
      )
    }
  }
})

test('bold and italic words and numbered lists are drawn', async () => {
  const blocks: ConsentBlock[] = [
    {
      kind: 'paragraph',
      text: [{ text: 'Read ' }, { text: 'all', strong: true }, { text: ' of it', emphasis: true }],
    },
    { kind: 'list', ordered: true, items: ['First', [{ text: 'Second', strong: true, emphasis: true }], ''] },
    { kind: 'list', items: [] },
    { kind: 'paragraph', text: [] },
    { kind: 'paragraph', text: '' },
  ]
  const { content } = await signedWith(await quickSeal(), { document: aDocument(blocks) })
  expect(await pdfText(content)).toMatch(/Read all of it1\.First2\.Second3\./)
  const names = Buffer.from(content).toString('latin1')
  for (const font of ['DejaVuSans-Bold', 'DejaVuSans-Oblique', 'DejaVuSans-BoldOblique'])
    expect(names).toContain(font)
})

test.each([
  ['Georgian', 'ნინო გელაშვილი'],
  ['Greek', 'Ελένη Παπαδοπούλου'],
  ['Cyrillic', 'Ольга Щукина'],
  ['Armenian', 'Անի Սարգսյան'],
  ['Vietnamese', 'Nguyễn Thị Hồng'],
  ['Polish', 'Łucja Żółć'],
])('a name in %s letters can be extracted as text', async (_, signerName) => {
  const { content } = await signedWith(await quickSeal(), { signature: aSignature({ signerName }) })
  expect((await pdfText(content)).split(signerName.normalize('NFC'))).toHaveLength(4)
})

test('a letter can be extracted even if an earlier document used it as part of another letter', async () => {
  const seal = await quickSeal()
  for (const signerName of ['Żółć Ñandú', 'Zolc Nandu', 'Żółć Ñandú'])
    expect(
      await pdfText((await signedWith(seal, { signature: aSignature({ signerName }) })).content),
    ).toContain(`Printed name${signerName}`)
})

test('Arabic and Hebrew names are shaped and set from right to left', async () => {
  for (const signerName of ['محمد علي', 'שרה כהן']) {
    const { content } = await signedWith(await quickSeal(), { signature: aSignature({ signerName }) })
    const page = await certificateOf(content)
    // The visual order, from left to right.
    const drawn = page.slice(page.indexOf('Signer') + 6, page.indexOf('SignatureTyped')).normalize('NFKC')
    expect([...drawn].reverse().join('').replaceAll(/\s/g, ' ')).toBe(signerName)
  }
})

test('a character that the fonts lack is shown by its code, never dropped', async () => {
  const { content } = await signedWith(await quickSeal(), {
    signature: aSignature({ signerName: '王 Ming' }),
  })
  expect(await pdfText(content)).toContain('[U+738B] Ming')
})

test('a drawn signature is an image with alternative text', async () => {
  const hand = [
    [100, 200, 180, 90, 700, 225],
    [450, 20],
  ]
  const { content } = await signedWith(await quickSeal(), { signature: aSignature({ drawing: hand }) })
  expect(await pdfText(content)).toContain('Signed electronically, drawn by hand, on')
  expect(Buffer.from(content).toString('latin1')).toContain('/Alt (Drawn signature of Maren Lindqvist)')
})

test('the file has a language and a title and is tagged for screen readers', async () => {
  const { content } = await signedWith(await quickSeal())
  const pdf = await PDFDocument.load(content, { updateMetadata: false })
  expect(pdf.getTitle()).toBe('Authorization for Release of Health Information')
  expect(pdf.catalog.get(PDFName.of('Lang'))?.toString()).toBe('(en-US)')
  expect(pdf.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).toString()).toContain('true')
  for (const kind of ['H1', 'H2', 'P', 'L', 'LI', 'Link'])
    expect(Buffer.from(content).toString('latin1')).toContain(`/S /${kind}\n`)
})
