import { SaxesParser } from 'saxes'
import { refuse } from '#domain/records/refusals.ts'

/** An element without the prefixes of its names; two attributes may then have the same name. */
export type XmlElement = { name: string; attributes: { name: string; value: string }[] }

/** Marks that tell the encoding of XML before it is read (XML 1.0, appendix F). */
const marks: readonly (readonly [number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
]

/**
 * The elements of an XML document in UTF-8 or UTF-16, the encodings that Office documents may have (ECMA-376, part 2). The
 * parser decodes only numeric and predefined entities. Throws the refusal of anything else: another encoding, a document
 * type, or XML that is not well-formed, which programs would read in different ways.
 */
export function elementsOf(bytes: Buffer): XmlElement[] {
  const encoding = marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1] ?? 'utf-8'
  const elements: XmlElement[] = []
  const parser = new SaxesParser({ fragment: false })
  parser.on('xmldecl', ({ encoding: declared }) => {
    if (declared && !encoding.startsWith(declared.toLowerCase())) throw refuse('disguised')
  })
  parser.on('doctype', () => {
    throw refuse('disguised')
  })
  parser.on('error', () => {
    throw refuse('broken')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const named = Object.entries(attributes).map(([key, value]) => ({ name: localName(key), value }))
    elements.push({ name: localName(name), attributes: named })
  })
  parser.write(decoded(bytes, encoding)).close()
  return elements
}

function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw refuse('disguised')
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
