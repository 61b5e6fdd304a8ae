import type { ReadAt } from './recognise.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const END_BYTES = 22
const COMMENT_MAX = 0xffff
const ENTRY_BYTES = 46
/** Far more than any document has; a directory beyond is not read. */
const DIRECTORY_MAX = 2_000_000

/** Whether a zip is a Word document: its directory names the parts that every one has (ECMA-376, part 2). */
export async function isWordArchive(readAt: ReadAt, size: number): Promise<boolean> {
  const names = await namesOf(readAt, size)
  return names.has('[Content_Types].xml') && names.has('word/document.xml')
}

/** The names in the directory at the end of a zip; none where it cannot be read. */
async function namesOf(readAt: ReadAt, size: number): Promise<Set<string>> {
  const tailStart = Math.max(0, size - END_BYTES - COMMENT_MAX)
  const tail = await readAt(tailStart, size - tailStart)
  const end = endOf(tail)
  if (end < 0) return new Set()
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (length > DIRECTORY_MAX || start + length > tailStart + end) return new Set()
  return entriesOf(await readAt(start, length))
}

/** Where the end record stands whose comment reaches to the end of the file; -1 for none. */
function endOf(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (
      tail.readUInt32LE(at) === END_SIGNATURE &&
      at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length
    )
      return at
  }
  return -1
}

function entriesOf(directory: Buffer): Set<string> {
  const names = new Set<string>()
  let at = 0
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameLength = directory.readUInt16LE(at + 28)
    names.add(directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength))
    at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
