import { PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib'
import { SaxesParser } from 'saxes'
import { refuse } from '#domain/records/refusals.ts'
import type { ParsedObject } from './pdfObjects.ts'
import { hasPlainParameters, listOf, unpack } from './pdfPack.ts'
import { plainName } from './pdfRules.ts'
import type { Source } from './source.ts'
import { isElsewhere, plainTarget } from './targets.ts'

/** Elements of an XFA form that run programs or reach other computers (XFA 3.3, part 2, template syntax). */
const REFUSED = new Set(['script', 'submit', 'execute', 'connectionset'])
/** The same elements in text that is not well-formed XML, such as part of a form split across several streams. */
const REFUSED_TEXT = /<([\w.-]+:)?(script|submit|execute|connectionset)\b/i
/** The beginning of an element at the end of such a text. */
const CUT_TAG = /<[\w.:-]*$/
/** Attributes that refer to a part of the form in another file. */
const LINKS = new Set(['href', 'usehref'])

const IMAGE_FILTERS = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

/**
 * Judges a stream of a PDF that has an XFA form, and returns the number of unpacked bytes. Any stream may belong to
 * the form: viewers find it by its number, and two viewers may pick different objects with that number. Throws the
 * refusal of a form with scripts or outside connections, and of a stream with an unusual compression.
 */
export async function judgeFormStream(
  source: Source,
  object: ParsedObject,
  start: number,
  most: number,
): Promise<number> {
  const { value, streamAt } = object
  if (streamAt === null) return 0
  if (!(value instanceof PDFDict)) throw refuse('xfa')
  const entry = (key: string) => value.get(PDFName.of(key))
  const filters = listOf(entry('Filter')).map(nameOf)
  if (filters.length === 1 && IMAGE_FILTERS.has(filters[0] ?? '')) return 0
  if (!hasPlainParameters(entry('DecodeParms'))) {
    if (nameOf(entry('Type')) === 'XRef') return 0 // a table of numbers, which programs always compress like this
    throw refuse('xfa')
  }
  if (filters.length > 1 || (filters.length === 1 && filters[0] !== 'FlateDecode')) throw refuse('xfa')
  const length = entry('Length')
  const pack = {
    dataAt: start + streamAt,
    isDeflated: filters.length === 1,
    first: 0,
    length: length instanceof PDFNumber ? length.asNumber() : null,
  }
  const content = await unpack(source, pack, most)
  judgeForm(content)
  return content.length
}

const nameOf = (value: PDFObject | undefined) => (value instanceof PDFName ? plainName(value) : undefined)

function judgeForm(content: Buffer): void {
  const text = content.toString('latin1').replaceAll('\0', '') // so that UTF-16 reads like UTF-8
  const xml = text.replace(/^(\xef\xbb\xbf|\xfe\xff|\xff\xfe)?\s*/, '')
  if (xml.startsWith('<') && isWellFormed(xml)) return
  if (REFUSED_TEXT.test(text) || CUT_TAG.test(text)) throw refuse('xfa')
}

/** Whether it is well-formed XML. Throws the refusal of a form with forbidden parts. */
function isWellFormed(xml: string): boolean {
  const parser = new SaxesParser({ fragment: false })
  let isXml = true
  parser.on('error', () => {
    isXml = false
  })
  parser.on('doctype', () => {
    throw refuse('xfa')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const isLinked = Object.entries(attributes).some(
      ([key, value]) => LINKS.has(localName(key)) && isElsewhere(plainTarget(value)),
    )
    if (REFUSED.has(localName(name)) || (isLinked && localName(name) !== 'a')) throw refuse('xfa')
  })
  parser.write(xml).close()
  return isXml
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()
