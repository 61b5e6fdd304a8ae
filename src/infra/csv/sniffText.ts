import type { TableFormat } from '#domain/imports/receivedTable.ts'

/** Thrown for a file without readable text. The message is for the user. */
export class NoText extends Error {
  override name = 'NoText'
}

/** The first bytes of other file types that users upload by mistake. */
const others: [begins: number[], what: string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or a zip file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel or Word file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x1f, 0x8b], 'a packed file'],
]

const HOW = 'Save the table as CSV and choose that file.'

/** Detects the encoding of a file while it is uploaded, and whether it is text. */
export type TextSniffer = {
  /** Passes the bytes on. Throws `NoText` as soon as they cannot be a table. */
  watched: (content: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>
  /** The encoding, after all bytes have passed. */
  encoding: () => TableFormat['encoding']
}

export function makeTextSniffer(): TextSniffer {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let wide: 'utf-16le' | 'utf-16be' | null = null
  let isFirst = true

  function look(piece: Buffer): void {
    if (isFirst) {
      isFirst = false
      refuseOthers(piece)
      wide = wideMark(piece)
    }
    if (wide) return
    if (piece.includes(0)) throw new NoText(`This file is not a table. ${HOW}`)
    if (isUtf8) isUtf8 = decodes(strict, piece)
  }

  return {
    watched: async function* (content) {
      for await (const piece of content) {
        if (piece.length > 0) look(piece)
        yield piece
      }
      if (isUtf8 && !wide) isUtf8 = decodes(strict)
    },
    encoding: () => wide ?? (isUtf8 ? 'utf-8' : 'windows-1252'),
  }
}

function refuseOthers(piece: Buffer): void {
  const found = others.find(([begins]) => begins.every((byte, at) => piece[at] === byte))
  if (found) throw new NoText(`This is ${found[1]}, not a CSV file. ${HOW}`)
}

const wideMark = (piece: Buffer): 'utf-16le' | 'utf-16be' | null => {
  if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
  return piece[0] === 0xfe && piece[1] === 0xff ? 'utf-16be' : null
}

/** Whether these bytes continue valid UTF-8; without bytes, whether the text ends as valid UTF-8. */
function decodes(decoder: TextDecoder, piece?: Buffer): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined })
    return true
  } catch {
    return false
  }
}
