import type { RecordType } from '#domain/records/fileTypes.ts'
import { refuse } from '#domain/records/refusals.ts'
import { isClosedPackage, isWordFile } from './inspect/compoundFile.ts'
import type { Source } from './inspect/source.ts'
import { isWordArchive } from './inspect/wordArchive.ts'

const HEAD = 64
const is = (head: Buffer, signature: readonly number[]) =>
  head.subarray(0, signature.length).equals(Buffer.from(signature))

/**
 * The type of a file by its first bytes, regardless of its name and the sender's claim. `null` if records cannot have
 * this type. Throws for a document with a password, because it cannot be examined.
 */
export async function recognize(source: Source): Promise<RecordType | null> {
  const head = await source.at(0, HEAD)
  if (/^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 8))) return 'application/pdf'
  if (is(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return head.toString('latin1', 12, 16) === 'IHDR' ? 'image/png' : null
  // The start of a JPEG is followed by another marker, never by 0xff00 or a restart.
  if (is(head, [0xff, 0xd8, 0xff]) && (head[3] ?? 0) >= 0xc0 && head[3] !== 0xff) return 'image/jpeg'
  if (isTiff(head, source.size)) return 'image/tiff'
  if (is(head, [0x50, 0x4b, 0x03, 0x04]))
    return (await isWordArchive(source))
      ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
      : null
  if (is(head, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return oldWord(source)
  return null
}

/** An encrypted document has the same container format as an old Word file, even if it is a newer one. */
async function oldWord(source: Source): Promise<RecordType | null> {
  if (await isWordFile(source)) return 'application/msword'
  if (await isClosedPackage(source)) throw refuse('encrypted')
  return null
}

/** Either byte order. The first directory must be within the file. */
function isTiff(head: Buffer, size: number): boolean {
  if (head.length < 8) return false
  const little = is(head, [0x49, 0x49, 0x2a, 0x00])
  if (!little && !is(head, [0x4d, 0x4d, 0x00, 0x2a])) return false
  const directory = little ? head.readUInt32LE(4) : head.readUInt32BE(4)
  return directory >= 8 && directory + 2 <= size
}
