import { unzipSync } from 'fflate'
import { ReportedError } from './frame.ts'

/**
 * Decompresses one entry of a zip file; `null` if it does not exist. Throws `too_large` for an entry that
 * declares more than `most` bytes. fflate never writes more than an entry declares.
 */
export function unzip(archive: ArrayBuffer, name: string, most: number): string | null {
  const { [name]: content } = unzipSync(new Uint8Array(archive), {
    filter: (entry) => {
      if (entry.name !== name) return false
      if (entry.originalSize > most) throw new ReportedError('too_large')
      return true
    },
  })
  return content ? new TextDecoder().decode(content) : null
}

/** The limit for the document's XML, far more than real documents have. */
const TEXT_MAX = 40_000_000
const WORDS = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const STRICT = 'http://purl.oclc.org/ooxml/wordprocessingml/main'

const notes = [
  { part: 'word/footnotes.xml', title: 'Footnotes', name: 'footnote' },
  { part: 'word/endnotes.xml', title: 'Endnotes', name: 'endnote' },
]

/**
 * Extracts the text of a Word document (ECMA-376, part 1, 17): paragraphs, headings, list items, tables and
 * notes, and nothing else.
 */
export function readWord(bytes: ArrayBuffer): DocumentFragment {
  const document_ = readPart(bytes, 'word/document.xml')
  const body = document_ && childrenOf(document_.documentElement).find((one) => one.localName === 'body')
  if (!body) throw new ReportedError('damaged')
  const page = document.createDocumentFragment()
  page.append(...blocksOf(body))
  for (const { part, title, name } of notes) page.append(...notesOf(readPart(bytes, part), title, name))
  return page
}

function readPart(bytes: ArrayBuffer, part: string): Document | null {
  const text = unzip(bytes, part, TEXT_MAX)
  if (text === null) return null
  // Such a document has no reason to declare entities.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new ReportedError('damaged')
  const read = new DOMParser().parseFromString(text, 'application/xml')
  if (read.querySelector('parsererror')) throw new ReportedError('damaged')
  return read
}

const isWord = ({ namespaceURI }: Element) => namespaceURI === WORDS || namespaceURI === STRICT
const childrenOf = (element: Element): Element[] => [...element.children]
const named = (element: Element, name: string): Element[] =>
  childrenOf(element).filter((one) => one.localName === name && isWord(one))

function blocksOf(parent: Element): HTMLElement[] {
  return childrenOf(parent).flatMap((element) => {
    if (element.localName === 'p') return [paragraphOf(element)]
    if (element.localName === 'tbl') return [tableOf(element)]
    // Wrappers around blocks: form fields, tracked insertions.
    if (['sdt', 'sdtContent', 'ins', 'customXml', 'smartTag'].includes(element.localName))
      return blocksOf(element)
    return []
  })
}

function tableOf(table: Element): HTMLElement {
  const made = document.createElement('table')
  for (const row of named(table, 'tr')) {
    const line = document.createElement('tr')
    for (const cell of named(row, 'tc')) {
      const place = document.createElement('td')
      place.append(...blocksOf(cell))
      line.append(place)
    }
    made.append(line)
  }
  return made
}

function paragraphOf(paragraph: Element): HTMLElement {
  const [facts] = named(paragraph, 'pPr')
  const style = facts && named(facts, 'pStyle')[0]?.getAttributeNS(facts.namespaceURI, 'val')
  const level = /^(?:heading|berschrift|titre)\s?([1-9])$/i.exec(style ?? '')?.[1]
  const isTitle = /^title$/i.test(style ?? '')
  const made = document.createElement(isTitle ? 'h1' : level ? `h${Math.min(Number(level) + 1, 4)}` : 'p')
  if (facts && named(facts, 'numPr').length > 0 && made.localName === 'p') made.className = 'item'
  made.textContent = textOf(paragraph)
  return made
}

const signs: Record<string, string> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '\u2011',
  softHyphen: '\u00ad',
}
/** Ignored: deleted text, formatting, pictures and their fallbacks. */
const skipped = ['del', 'moveFrom', 'rPr', 'pPr', 'drawing', 'pict', 'object', 'delText', 'instrText']

function textOf(element: Element): string {
  return childrenOf(element)
    .map((one) => {
      if (skipped.includes(one.localName) || one.localName === 'Fallback') return ''
      if (one.localName === 't') return one.textContent ?? ''
      return signs[one.localName] ?? textOf(one)
    })
    .join('')
}

function notesOf(part: Document | null, title: string, name: string): HTMLElement[] {
  const found = part
    ? named(part.documentElement, name).filter((note) => !note.getAttributeNS(note.namespaceURI, 'type'))
    : []
  if (found.length === 0) return []
  const heading = document.createElement('h2')
  heading.textContent = title
  return [heading, ...found.flatMap(blocksOf)]
}
