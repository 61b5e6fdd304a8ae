import { expect, test } from 'vitest'
import { docxWith } from '#tests/support/craftedFiles.ts'
import { unzip } from './word.ts'

const part = 'word/footnotes.xml'
const archive = async (content: string) => {
  const bytes = await docxWith({ [part]: content })
  return new Uint8Array(bytes).buffer
}

/** The same archive, whose directory declares another size for its last part. */
function declaring(size: number, zip: ArrayBuffer): ArrayBuffer {
  const bytes = Buffer.from(zip)
  bytes.writeUInt32LE(size, bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
  return new Uint8Array(bytes).buffer
}

test('one part is read and the others are left alone', async () => {
  expect(unzip(await archive('<a>é</a>'), part, 1_000)).toBe('<a>é</a>')
  expect(unzip(await archive('<a/>'), 'word/endnotes.xml', 1_000)).toBeNull()
})

test('a part that declares more than the limit is not unpacked', async () => {
  const zip = await archive('x'.repeat(2_000))
  expect(unzip(zip, part, 2_000)).toHaveLength(2_000)
  expect(() => unzip(zip, part, 1_999)).toThrow('too_large')
})

test('a part that declares less than it holds gives no more than it declares', async () => {
  const zip = declaring(1_000, await archive('x'.repeat(5_000_000)))
  expect(unzip(zip, part, 1_000)).toHaveLength(1_000)
})

test('a file that is no zip is damaged', () => {
  expect(() => unzip(new Uint8Array(1_000).buffer, part, 1_000)).toThrow()
})
