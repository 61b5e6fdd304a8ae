import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'

/** The words of a PDF by page, decoded through each font's Unicode map, as a reader does. */
export async function pdfPages(file: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false })
  return pdf.getPages().map(wordsOf)
}

/** All pages as one line, to search for a sentence with line breaks. */
export const pdfText = async (file: Uint8Array): Promise<string> =>
  (await pdfPages(file)).join(' ').replaceAll(/\s+/g, ' ')

function wordsOf(page: PDFPage): string {
  const tables = fontsOf(page)
  let table = new Map<string, string>()
  const lines: string[] = []
  const operators = /\/(\S+) \S+ Tf|\[([^\]]*)\] TJ/g
  for (const [, font, shown] of contentOf(page).matchAll(operators)) {
    if (font) table = tables.get(font) ?? new Map()
    if (shown === undefined) continue
    const codes = [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    lines.push(codes.map((code) => table.get(code) ?? '').join(''))
  }
  return lines.join('')
}

function contentOf({ node }: PDFPage): string {
  const contents = node.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((one) => node.context.lookup(one)) : [contents]
  return streams.map(textOfStream).join('\n')
}

const textOfStream = (stream: unknown): string =>
  stream instanceof PDFRawStream ? inflateSync(stream.getContents()).toString('latin1') : ''

function fontsOf({ node }: PDFPage): Map<string, Map<string, string>> {
  const fonts = node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  return new Map(
    (fonts?.keys() ?? []).map((name) => {
      const cmap = textOfStream(fonts?.lookup(name, PDFDict).lookup(PDFName.of('ToUnicode')))
      return [name.decodeText(), tableOf(cmap)]
    }),
  )
}

function tableOf(cmap: string): Map<string, string> {
  const table = new Map<string, string>()
  for (const [, from = '', , list = ''] of cmap.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(from, 16)
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      table.set((first + index).toString(16).padStart(4, '0'), lettersOf(hex))
  }
  return table
}

const lettersOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
