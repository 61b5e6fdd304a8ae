import { docxWith } from './craftedFiles.ts'
import { type Choose, plainly } from './evasivePdf.ts'

// Equivalent Word documents that are written in different ways.

/** One relationship of a document part. */
export type Relationship = { type: string; target: string; isExternal?: boolean }

export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
/** The relationship types of Strict Open XML. */
export const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships/'

/** A document whose settings have this relationship, written in one of many equivalent ways. */
export const docxSpelled = (relationship: Relationship, choose: Choose = plainly): Promise<Buffer> =>
  docxWith({ [partOf(choose)]: xmlSpelled(relationship, choose) })

const partOf = (choose: Choose): string =>
  ['word/_rels/settings.xml.rels', 'word/_rels/Settings.xml.RELS', 'word/extra/_rels/other.xml.rels'][
    choose(3)
  ] as string

function xmlSpelled({ type, target, isExternal = false }: Relationship, choose: Choose): Buffer {
  const blank = () => [' ', '\n', '\t', '\r\n  '][choose(4)] as string
  const attributes = [
    ['Id', 'rId1'],
    ['Type', type],
    ['Target', target],
    ...(isExternal ? [['TargetMode', 'External']] : []),
  ] as [string, string][]
  const from = choose(attributes.length)
  const spelled = [...attributes.slice(from), ...attributes.slice(0, from)].map(([key, value]) => {
    const quote = choose(2) === 1 ? "'" : '"'
    return `${blank()}${key}${choose(2) === 1 ? ` =${blank()}` : '='}${quote}${escaped(value, choose)}${quote}`
  })
  const prefix = choose(2) === 1 ? 'p:' : ''
  const space = `xmlns${prefix ? ':p' : ''}="http://schemas.openxmlformats.org/package/2006/relationships"`
  const remark = choose(2) === 1 ? '<!-- <Relationship> -->' : ''
  const body = `<${prefix}Relationships ${space}>${remark}<${prefix}Relationship${spelled.join('')}/></${prefix}Relationships>`
  return encoded(body, choose)
}

const escaped = (value: string, choose: Choose): string =>
  [...value]
    .map((letter) => {
      const code = letter.charCodeAt(0)
      const spellings = [
        letter,
        letter,
        letter,
        letter,
        `&#${code};`,
        `&#x${code.toString(16)};`,
        `&#x0${code.toString(16)};`,
      ]
      return spellings[choose(spellings.length)] as string
    })
    .join('')

function encoded(body: string, choose: Choose): Buffer {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}" standalone="yes"?>\n${body}`
  const spellings = [
    () => Buffer.from(declared('UTF-8')),
    () => Buffer.from(body),
    () => Buffer.from(`\ufeff${declared('utf-8')}`),
    () => utf16(`\ufeff${declared('UTF-16')}`),
    () => utf16(`\ufeff${declared('UTF-16')}`).swap16(),
    () => utf16(declared('UTF-16LE')),
  ]
  return (spellings[choose(spellings.length)] as () => Buffer)()
}
