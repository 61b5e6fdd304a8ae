import { expect, test } from 'vitest'
import { type RefusalReason, refusals } from '#domain/records/refusals.ts'
import {
  bombDocx,
  docxWith,
  exifBody,
  facts,
  hugeJpeg,
  hugePng,
  jpegWith,
  page,
  pdfWith,
  pngWith,
  tiff,
} from '#tests/support/craftedFiles.ts'
import { sample } from '#tests/support/recordFiles.ts'
import { sourceOf, taken } from '#tests/support/takenFile.ts'
import { recognize } from '../recognize.ts'
import { inspect } from './inspect.ts'

test.for([
  'rotation.pdf',
  'form_two_pages.pdf',
  'knee.png',
  'knee.jpg',
  'knee.tiff',
  'letter.doc',
  'summary.docx',
])('%s, made by another program, is stored unchanged', async (name) => {
  const content = sample(name)
  expect(await taken(content)).toMatchObject({ removed: [], kept: content })
})

const behind = (content: Buffer, more: string | Buffer) => Buffer.concat([content, Buffer.from(more)])
const zip = await docxWith({})
const relation = (kind: string, target: string) =>
  `<Relationships><Relationship Id="a" Type="http://x/${kind}" Target="${target}" TargetMode="External"/></Relationships>`

const hostile: [string, Buffer, RefusalReason][] = [
  ['a PDF with a password', sample('empty_protected.pdf'), 'encrypted'],
  ['a PDF with script', pdfWith('<< /S /JavaScript /JS (app.alert\\(1\\)) >>'), 'script'],
  ['a PDF with script in a pack', pdfWith('<< /S /JavaScript /JS (1) >>', { packed: true }), 'script'],
  ['a PDF whose script is spelled in numbers', pdfWith('<< /S /J#61vaScr#69pt >>'), 'script'],
  ['a PDF that starts a program', pdfWith('<< /S /Launch /F (cmd.exe) >>'), 'launch'],
  ['a PDF that carries a file', pdfWith('<< /Type /EmbeddedFile >>', { packed: true }), 'attachments'],
  ['a PDF packed in an unusual way', pdfWith('x', { packed: true, filter: '/LZWDecode' }), 'disguised'],
  ['a PDF whose objects unpack to too much', pdfBomb(), 'bomb'],
  ['a PDF that is a page too', behind(Buffer.from('%PDF-1.7\n<HTML><script>'), pdfWith('')), 'disguised'],
  ['a PDF with a program behind it', behind(pdfWith(''), 'MZ and so on'), 'disguised'],
  ['a PDF with a zip behind it', behind(pdfWith(''), zip), 'disguised'],
  ['a PDF cut off', sample('rotation.pdf').subarray(0, 5000), 'broken'],
  ['a bomb of ten gigabytes', bombDocx(), 'bomb'],
  ['a bomb that lies about it', bombDocx({ lying: true }), 'bomb'],
  ['a document with macros', await docxWith({ 'word/vbaProject.bin': 'x' }), 'macros'],
  [
    'a document whose macros have another name',
    await docxWith({}, { types: '<Override ContentType="application/vnd.ms-office.vbaProject"/>' }),
    'macros',
  ],
  ['a document with a program in it', await docxWith({ 'word/embeddings/oleObject1.bin': 'x' }), 'embedded'],
  [
    'a document with a workbook with macros',
    await docxWith({ 'word/embeddings/a.xlsx': await docxWith({ 'xl/vbaProject.bin': 'x' }) }),
    'macros',
  ],
  [
    'a document with a program called a workbook',
    await docxWith({ 'word/embeddings/a.xlsx': 'MZ and so on' }),
    'embedded',
  ],
  [
    'a document that loads its template',
    await docxWith({ 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'https://evil.test/a') }),
    'remote',
  ],
  ['a document with a remark behind it', await docxWith({}, { comment: '<script>' }), 'disguised'],
  ['an old document with macros', renamed('Macros'), 'macros'],
  ['an old document with objects', renamed('ObjectPool'), 'embedded'],
  ['an old document with a password', closedDoc(), 'encrypted'],
  ['a PNG of 50,000 by 50,000', hugePng(50_000), 'pixels'],
  ['a JPEG of 50,000 by 50,000', hugeJpeg(50_000), 'pixels'],
  ['a TIFF of 50,000 by 50,000', tiff([page(50_000, 50_000)]), 'pixels'],
  ['a TIFF whose second page is that', tiff([page(10, 10), page(50_000, 50_000)]), 'pixels'],
  ['a TIFF of 10,000 pages', tiff(Array.from({ length: 10_000 }, () => page(10, 10))), 'pages'],
  ['a PNG with a page behind it', behind(sample('knee.png'), '<html>'), 'disguised'],
  ['a PNG with a zip behind it', behind(sample('knee.png'), zip), 'disguised'],
  ['a JPEG with script behind it', behind(sample('knee.jpg'), '*/=1;alert(1)'), 'disguised'],
  ['a JPEG that is a PDF too', jpegWith([0xfe, Buffer.from('%PDF-1.4 1 0 obj')]), 'disguised'],
  ['a TIFF with a zip behind it', behind(sample('knee.tiff'), zip), 'disguised'],
  ['a JPEG cut off', sample('knee.jpg').subarray(0, 1200), 'broken'],
  ['a PNG cut off', sample('knee.png').subarray(0, 400), 'broken'],
]

test.for(hostile)('%s is refused with the reason', async ([, content, reason]) => {
  await expect(taken(content)).rejects.toThrow(refusals[reason])
})

test('inspecting a TIFF with a cycle of pages ends', async () => {
  const content = tiff([page(10, 10), page(10, 10)])
  content.writeUInt32LE(8, 8 + 2 * 30 - 4)
  await expect(taken(content)).rejects.toThrow(refusals.broken)
})

test('decompression bombs and huge images are rejected at once, and memory does not grow', async () => {
  const giants = hostile.filter(([, , reason]) => ['bomb', 'pixels', 'pages'].includes(reason))
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  for (const [, content] of giants) {
    const began = performance.now()
    await expect(taken(content)).rejects.toThrow()
    expect(performance.now() - began).toBeLessThan(2000)
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test('a file with changed bytes is accepted or rejected, and never causes an internal error', async () => {
  const files = [
    jpegWith([0xe1, exifBody()]),
    pngWith(['eXIf', facts()]),
    tiff([page(10, 10)]),
    sample('rotation.pdf'),
    sample('letter.doc'),
  ]
  let random = 7
  for (const file of files)
    for (let round = 0; round < 60; round += 1) {
      const bent = Buffer.from(file)
      for (let change = 0; change < 3; change += 1) {
        random = (random * 48_271) % 2_147_483_647
        bent[random % Math.min(bent.length, 400)] = random % 251
      }
      const source = sourceOf(bent)
      const type = await recognize(source).catch(() => null)
      if (type)
        await inspect(source, type).catch((error) => expect(Object.values(refusals)).toContain(error.message))
    }
})

function pdfBomb(): Buffer {
  return pdfWith('0'.repeat(120_000_000), { packed: true })
}

/** The letter with an unimportant name in its directory replaced by another one. */
function renamed(name: string): Buffer {
  const letter = Buffer.from(sample('letter.doc'))
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const entry = letter.indexOf(utf16('\u0001Sh33tJ5'))
  letter.fill(0, entry, entry + 64)
  utf16(name).copy(letter, entry)
  letter.writeUInt16LE(name.length * 2 + 2, entry + 64)
  return letter
}

function closedDoc(): Buffer {
  const letter = Buffer.from(sample('letter.doc'))
  const entry = letter.indexOf(Buffer.from('WordDocument', 'utf16le'))
  const start = (letter.readUInt32LE(entry + 116) + 1) * 512
  letter.writeUInt16LE(0x0100, start + 10)
  return letter
}
