import { refuse } from '#domain/records/refusals.ts'
import type { Inspected } from './edits.ts'
import type { Source } from './source.ts'

const FREE = 0xfffffffa // this and higher values are markers, not sector numbers
const ENTRY_BYTES = 128
/** The maximum number of directory sectors read, which hold some thousands of names. */
const SECTORS_MAX = 1024
const NUMBERS_IN_HEAD = 109
/** The flag in a Word file's header that it has a password ([MS-DOC] 2.5.2). */
const ENCRYPTED = 0x0100

type Entry = { name: string; firstSector: number }

/** Whether an OLE2 compound file is a Word document, by the streams in its directory ([MS-CFB], [MS-DOC] 2.1). */
export async function isWordFile(source: Source): Promise<boolean> {
  for await (const { name } of entriesOf(source)) if (isNamed(name, 'WordDocument')) return true
  return false
}

/** Whether it is the container of an Office document with a password ([MS-OFFCRYPTO] 2.3). */
export async function isClosedPackage(source: Source): Promise<boolean> {
  for await (const { name } of entriesOf(source)) if (isNamed(name, 'EncryptedPackage')) return true
  return false
}

/** Inspects a Word 97-2003 document for macros, embedded files and a password. */
export async function inspectWordFile(source: Source): Promise<Inspected> {
  for await (const { name, firstSector } of entriesOf(source)) {
    if (/^(Macros|VBA|_VBA_PROJECT(_CUR)?)$/i.test(name)) throw refuse('macros')
    if (isNamed(name, 'ObjectPool', '\u0001Ole10Native', 'Package')) throw refuse('embedded')
    if (isNamed(name, 'WordDocument')) await checkOpen(source, firstSector)
  }
  return { places: [], appendix: [] }
}

/** Names in a compound file ignore case ([MS-CFB] 2.6.4). */
const isNamed = (name: string, ...wanted: string[]) =>
  wanted.some((one) => one.toLowerCase() === name.toLowerCase())

async function checkOpen(source: Source, firstSector: number): Promise<void> {
  const bytes = await sectorBytes(source)
  const head = bytes && (await source.at((firstSector + 1) * bytes, 12))
  if (head && head.length === 12 && head.readUInt16LE(10) & ENCRYPTED) throw refuse('encrypted')
}

async function sectorBytes({ at }: Source): Promise<number | null> {
  const head = await at(0, 512)
  const shift = head.length < 512 ? 0 : head.readUInt16LE(30)
  return shift === 9 || shift === 12 ? 2 ** shift : null
}

/** All entries of its directory, or none if it is not readable. */
async function* entriesOf({ at, size }: Source): AsyncGenerator<Entry> {
  const bytes = await sectorBytes({ at, size } as Source)
  if (!bytes) return
  const head = await at(0, 512)
  const sectorAt = (sector: number) => (sector + 1) * bytes
  let sector = head.readUInt32LE(48)
  for (let seen = 0; sector < FREE && sectorAt(sector) < size; seen += 1) {
    if (seen === SECTORS_MAX) throw refuse('complex')
    yield* entriesIn(await at(sectorAt(sector), bytes))
    sector = await nextOf(sector)
  }

  /** The next sector of the chain. The table with this information is in sectors that the header lists. */
  async function nextOf(current: number): Promise<number> {
    const perSector = (bytes ?? 0) / 4
    const table = Math.floor(current / perSector)
    return numberAt((await placeOfTable(table, perSector)) + (current % perSector) * 4)
  }

  /** The header lists the first sectors of the table. A chain of sectors lists the others. */
  async function placeOfTable(table: number, perSector: number): Promise<number> {
    if (table < NUMBERS_IN_HEAD) return sectorAt(head.readUInt32LE(76 + table * 4))
    const beyond = table - NUMBERS_IN_HEAD
    let list = head.readUInt32LE(68)
    for (let hops = Math.floor(beyond / (perSector - 1)); hops > 0 && list < FREE; hops -= 1)
      list = await numberAt(sectorAt(list) + (perSector - 1) * 4)
    return list < FREE ? sectorAt(await numberAt(sectorAt(list) + (beyond % (perSector - 1)) * 4)) : size
  }

  async function numberAt(place: number): Promise<number> {
    const number = await at(place, 4)
    return number.length === 4 ? number.readUInt32LE(0) : FREE
  }
}

/** The entries of a directory sector. Names are 64 bytes of UTF-16, followed by their length in bytes. */
function* entriesIn(sector: Buffer): Generator<Entry> {
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const length = sector.readUInt16LE(at + 64)
    if (length >= 2 && length <= 64)
      yield {
        name: sector.toString('utf16le', at, at + length - 2),
        firstSector: sector.readUInt32LE(at + 116),
      }
  }
}
