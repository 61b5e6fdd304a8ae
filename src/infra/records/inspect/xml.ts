import { SaxesParser } from 'saxes'
import { refuse } from '#domain/records/refusals.ts'
import type { WordElement, XmlName } from './wordFields.ts'

/** An element without namespace prefixes, so that two attributes may have the same name. */
export type XmlElement = { name: string; attributes: { name: string; value: string }[] }

/** Byte sequences that reveal the encoding of XML before it is parsed (XML 1.0, appendix F). */
const marks: readonly (readonly [number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
]

/**
 * The elements of an XML document in UTF-8 or UTF-16, the encodings that Office documents may have (ECMA-376, part
 * 2). The parser decodes only numeric and predefined entities. Throws the refusal of any other encoding, of a
 * document type, and of XML that is not well-formed. Programs would read such XML in different ways.
 */
export function elementsOf(bytes: Buffer): XmlElement[] {
  const elements: XmlElement[] = []
  const parser = strictParser(new SaxesParser({ fragment: false }), encodingOf(bytes))
  parser.on('opentag', ({ name, attributes }) => {
    const named = Object.entries(attributes).map(([key, value]) => ({ name: localName(key), value }))
    elements.push({ name: localName(name), attributes: named })
  })
  const decode = makeDecoder(encodingOf(bytes))
  parser.write(decode(bytes) + decode()).close()
  return elements
}

/** The callbacks for the names and texts of a document. */
export type XmlWatch = {
  onOpen: (element: WordElement) => void
  onClose: (name: XmlName) => void
  onText: (text: string) => void
}

/** Parses a document as a stream by the same rules, with namespaces. Call `end` after the last chunk. */
export function makeXmlReader(watch: XmlWatch): { read: (piece: Buffer) => void; end: () => void } {
  let reading: { parser: SaxesParser<{ xmlns: true }>; decode: ReturnType<typeof makeDecoder> } | undefined
  const begin = (first: Buffer) => {
    const encoding = encodingOf(first)
    const parser = strictParser(new SaxesParser<{ xmlns: true }>({ xmlns: true }), encoding)
    parser.on('opentag', ({ uri, local, attributes }) =>
      watch.onOpen({ uri, local, attributes: Object.values(attributes) }),
    )
    parser.on('closetag', ({ uri, local }) => watch.onClose({ uri, local }))
    parser.on('text', watch.onText)
    parser.on('cdata', watch.onText)
    return { parser, decode: makeDecoder(encoding) }
  }
  return {
    read: (piece) => {
      reading ??= begin(piece)
      reading.parser.write(reading.decode(piece))
    },
    end: () => {
      reading ??= begin(Buffer.alloc(0))
      reading.parser.write(reading.decode()).close()
    },
  }
}

const encodingOf = (bytes: Buffer): string =>
  marks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1] ?? 'utf-8'

function strictParser<Parser extends SaxesParser<object>>(parser: Parser, encoding: string): Parser {
  parser.on('xmldecl', ({ encoding: declared }) => {
    if (declared && !encoding.startsWith(declared.toLowerCase())) throw refuse('disguised')
  })
  parser.on('doctype', () => {
    throw refuse('disguised')
  })
  parser.on('error', () => {
    throw refuse('broken')
  })
  return parser
}

/** Decodes a stream chunk by chunk. Call it without a chunk at the end. */
function makeDecoder(encoding: string): (piece?: Buffer) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw refuse('disguised')
    }
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
