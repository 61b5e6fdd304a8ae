import type { ReadAt } from './recognise.ts'

const FREE = 0xfffffffa // from here on no sector but a remark about one
const ENTRY_BYTES = 128
/** Sectors of the directory looked at; the stream of a Word file stands among the first. */
const SECTORS_MAX = 64
const NUMBERS_IN_HEAD = 109

/** Whether an OLE2 compound file is a Word document: its directory has the stream of one ([MS-CFB], [MS-DOC] 2.1). */
export async function isWordFile(readAt: ReadAt, size: number): Promise<boolean> {
  const head = await readAt(0, 512)
  if (head.length < 512) return false
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return false
  const bytes = 2 ** shift
  const sectorAt = (sector: number) => (sector + 1) * bytes
  let sector = head.readUInt32LE(48)
  for (let seen = 0; seen < SECTORS_MAX && sector < FREE && sectorAt(sector) < size; seen += 1) {
    if (namesIn(await readAt(sectorAt(sector), bytes)).includes('WordDocument')) return true
    sector = await nextOf(sector)
  }
  return false

  /** The sector that follows in its chain, by the table whose own sectors the head lists. */
  async function nextOf(current: number): Promise<number> {
    const perSector = bytes / 4
    const table = Math.floor(current / perSector)
    if (table >= NUMBERS_IN_HEAD) return FREE
    const place = sectorAt(head.readUInt32LE(76 + table * 4)) + (current % perSector) * 4
    const number = await readAt(place, 4)
    return number.length === 4 ? number.readUInt32LE(0) : FREE
  }
}

/** The names of a sector of the directory: UTF-16, 64 bytes, with its length in bytes behind, the closing zero counted. */
function namesIn(sector: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const length = sector.readUInt16LE(at + 64)
    if (length >= 2 && length <= 64) names.push(sector.toString('utf16le', at, at + length - 2))
  }
  return names
}
