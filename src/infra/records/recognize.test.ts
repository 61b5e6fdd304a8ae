import { expect, test } from 'vitest'
import { inPieces, sample } from '#tests/support/recordFiles.ts'
import { makeSource } from './inspect/source.ts'
import { recognize } from './recognize.ts'

const typeOf = (content: Buffer) =>
  recognize(makeSource(content.length, ({ start, end }) => inPieces(content.subarray(start, end))))

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.for([
  ['rotation.pdf', 'application/pdf'],
  ['knee.png', 'image/png'],
  ['knee.jpg', 'image/jpeg'],
  ['knee.tiff', 'image/tiff'],
  ['letter.doc', 'application/msword'],
  ['summary.docx', docx],
  ['sheet.xls', null],
] as const)('%s, made by another program, is %s', async ([name, type]) => {
  expect(await typeOf(sample(name))).toBe(type)
})

test('a TIFF with the other byte order is recognized', async () => {
  const head = Buffer.from('4d4d002a00000008', 'hex')
  expect(await typeOf(Buffer.concat([head, Buffer.alloc(20)]))).toBe('image/tiff')
  expect(await typeOf(head)).toBe(null)
})

test.for([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF that is a script too', Buffer.from('GIF89a/*   */=1;alert(1)')],
  ['a PDF behind something else', Buffer.concat([Buffer.from('<html>'), sample('rotation.pdf')])],
  ['a zip that is no document', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)])],
  ['a document behind something else', Buffer.concat([Buffer.from('MZ'), sample('summary.docx')])],
  ['a document cut off', sample('summary.docx').subarray(0, 20_000)],
  ['the head of a compound file', sample('letter.doc').subarray(0, 512)],
  ['the signature of a PNG alone', sample('knee.png').subarray(0, 8)],
  ['a program', Buffer.from('\u007fELF and so on')],
] as const)('%s is not recognized', async ([, content]) => {
  expect(await typeOf(content)).toBe(null)
})

test('malicious lengths end the search without harm', async () => {
  for (const name of ['summary.docx', 'letter.doc']) {
    const whole = sample(name)
    for (let at = 8; at < Math.min(whole.length, 700); at += 4) {
      const bent = Buffer.from(whole)
      bent.writeUInt32LE(0xfffffff0, at)
      bent.writeUInt32LE(0x7ffffff0, Math.max(0, bent.length - at))
      await typeOf(bent)
    }
  }
})
