import { deflateSync } from 'node:zlib'
import fc from 'fast-check'

// Equivalent PDFs that are written in different ways. A forbidden part must be found in each of them.

/** A value in a PDF. A string is written unchanged, with its brackets. */
export type PdfValue = { name: string } | { ref: number } | number | string | PdfValue[] | PdfDictionary
export type PdfDictionary = { entries: [key: string, value: PdfValue][] }

export const name = (text: string): PdfValue => ({ name: text })
export const ref = (number: number): PdfValue => ({ ref: number })
export const dictionary = (entries: Record<string, PdfValue>): PdfDictionary => ({
  entries: Object.entries(entries),
})

/** Chooses a number below `count`. 0 is the usual way to write it. */
export type Choose = (count: number) => number
export const plainly: Choose = () => 0
/** Random choices. */
export const spelling: fc.Arbitrary<Choose> = fc
  .gen()
  .map((draw) => (count) => draw(fc.nat, { max: count - 1 }))

/** The content of a document: its catalog, more objects, and more entries for its trailer. */
export type PdfContent = {
  catalog: Record<string, PdfValue>
  objects?: PdfValue[]
  trailer?: Record<string, PdfValue>
}

/** Writes a one-page document in one of many equivalent ways. The numbers of the additional objects start at 10. */
export function pdfSpelled(
  { catalog, objects = [], trailer = {} }: PdfContent,
  choose: Choose = plainly,
): Buffer {
  const speller = makeSpeller(choose)
  const page = dictionary({
    Type: name('Page'),
    Parent: ref(2),
    MediaBox: [0, 0, 612, 792],
    Contents: ref(4),
  })
  const all = new Map<number, PdfValue>([
    [1, dictionary({ Type: name('Catalog'), Pages: ref(2), ...catalog })],
    [2, dictionary({ Type: name('Pages'), Kids: [ref(3)], Count: 1 })],
    [3, page],
    ...objects.map((value, index): [number, PdfValue] => [10 + index, value]),
  ])
  const written = new Map<number, string>()
  for (const [number, value] of all) written.set(number, speller.spell(value))
  for (const [number, value] of speller.moved) written.set(number, speller.spell(value))
  const parts = ['%PDF-1.7\n', streamOf(4, 'BT ET', speller)]
  const packed: [number, string][] = []
  for (const one of written)
    if (choose(3) === 2) packed.push(one)
    else parts.push(`${one[0]}${speller.blank()}0${speller.blank()}obj${speller.blank()}${one[1]}\nendobj\n`)
  if (packed.length > 0) parts.push(packOf(packed, speller, choose))
  parts.push(
    `trailer\n${speller.spellInPlace(dictionary({ Root: ref(1), Size: 200, ...trailer }))}\nstartxref\n0\n%%EOF\n`,
  )
  return Buffer.from(parts.join(''), 'latin1')
}

function streamOf(number: number, content: string, { blank }: Speller): string {
  return `${number} 0 obj${blank()}<<${blank()}/Length${blank()}${content.length}>>\nstream\n${content}\nendstream\nendobj\n`
}

/** An object stream with its keys in any order and comments between them. */
function packOf(objects: [number, string][], speller: Speller, choose: Choose): string {
  let at = 0
  const table = objects.map(([number, text]) => {
    const place = at
    at += text.length + 1
    return `${number} ${place}`
  })
  const head = `${table.join(' ')}\n`
  const content = Buffer.from(`${head}${objects.map(([, text]) => text).join('\n')}\n`, 'latin1')
  const isPacked = choose(4) < 3
  const data = (isPacked ? deflateSync(content) : content).toString('latin1')
  const keys: Record<string, PdfValue> = {
    Type: name('ObjStm'),
    N: objects.length,
    First: head.length,
    Length: data.length,
    ...(isPacked && { Filter: choose(2) === 1 ? [name('FlateDecode')] : name('FlateDecode') }),
  }
  return `90 0 obj\n${speller.spellInPlace(dictionary(keys))}\nstream\r\n${data}\nendstream\nendobj\n`
}

type Speller = ReturnType<typeof makeSpeller>

function makeSpeller(choose: Choose) {
  const moved = new Map<number, PdfValue>()
  const blanks = [' ', '\n', '\r\n', '\t', '\0', ' %a remark\n', '%(\r', ' %>>endobj\n ']
  const blank = () => blanks[choose(blanks.length)] as string

  function spellName(text: string): string {
    const escaped = (letter: string) => {
      const hex = letter.charCodeAt(0).toString(16).padStart(2, '0')
      return `#${choose(2) === 1 ? hex.toUpperCase() : hex}`
    }
    return `/${[...text].map((letter) => (choose(6) === 5 ? escaped(letter) : letter)).join('')}`
  }

  function spellDictionary({ entries }: PdfDictionary, mayMove: boolean): string {
    const from = choose(Math.max(1, entries.length))
    const turned = [...entries.slice(from), ...entries.slice(0, from)]
    const written = turned.map(([key, value]) => `${spellName(key)}${blank()}${spell(value, mayMove)}`)
    if (choose(8) === 7) written.unshift(`/Padding${blank()}(${'x'.repeat(5000)})`)
    return `<<${blank()}${written.join(blank())}${blank()}>>`
  }

  function spell(value: PdfValue, mayMove = true): string {
    if (mayMove && moved.size < 40 && typeof value !== 'number' && !isRef(value) && choose(7) === 6) {
      const number = 100 + moved.size
      moved.set(number, value)
      return `${number}${blank()}0${blank()}R`
    }
    return spellInPlace(value, mayMove)
  }

  function spellInPlace(value: PdfValue, mayMove = false): string {
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string') return value
    if (Array.isArray(value))
      return `[${value.map((one) => `${blank()}${spell(one, mayMove)}`).join('')}${blank()}]`
    if ('name' in value) return spellName(value.name)
    if ('ref' in value) return `${value.ref}${blank()}0${blank()}R`
    return spellDictionary(value, mayMove)
  }

  return {
    moved,
    blank,
    spell: (value: PdfValue) => spell(value),
    spellInPlace: (value: PdfValue) => spellInPlace(value),
  }
}

const isRef = (value: PdfValue) => typeof value === 'object' && 'ref' in value
