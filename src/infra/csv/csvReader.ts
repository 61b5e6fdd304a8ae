import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { type TableFormat, tableDelimiters } from '#domain/imports/receivedTable.ts'
import { makeTextSniffer, NoText, type TextSniffer } from './sniffText.ts'

/** A row of a table and the line on which it begins, from 1. */
export type TableRow = { line: number; cells: string[] }

/** The facts about a table that are needed before reading it. */
export type TableSurvey = { delimiter: TableFormat['delimiter']; columns: string[]; rows: number }

/** Parses text tables as streams; a table is never entirely in memory. */
export type CsvReader = {
  sniffer: () => TextSniffer
  /** Whether an error means that the file is not a readable table. Its message is for the user. */
  isNoTable: (error: unknown) => error is Error
  survey: (read: () => AsyncIterable<Buffer>, encoding: TableFormat['encoding']) => Promise<TableSurvey>
  /** The rows, the header first; empty rows are omitted. */
  rows: (content: AsyncIterable<Buffer>, format: TableFormat) => AsyncGenerator<TableRow>
}

/** Characters of the longest row. A longer one means an unclosed quotation mark. */
const ROW_MAX = 200_000
const COLUMNS_MAX = 200
const HEADER_MAX = 200

export const csvReader: CsvReader = {
  sniffer: makeTextSniffer,
  isNoTable: (error): error is Error => error instanceof NoText,
  rows: rowsOf,
  survey: async (read, encoding) => {
    const delimiter = delimiterOf(await beginningOf(read(), encoding))
    let columns: string[] | undefined
    let rows = -1
    for await (const { cells } of rowsOf(read(), { encoding, delimiter })) {
      columns ??= headersOf(cells)
      rows += 1
    }
    if (!columns) throw new NoText('This file is empty')
    if (rows === 0) throw new NoText('This file has a header and no rows below it')
    return { delimiter, columns, rows }
  },
}

function headersOf(cells: string[]): string[] {
  let width = cells.length
  while (width > 1 && cells[width - 1]?.trim() === '') width -= 1
  if (width > COLUMNS_MAX) throw new NoText(`This file has more than ${COLUMNS_MAX} columns`)
  if (width === 1)
    throw new NoText(
      'This file has one column only. The first line must name the columns, with commas between them.',
    )
  return cells
    .slice(0, width)
    .map((text, at) => text.replace(/\s+/g, ' ').trim().slice(0, HEADER_MAX) || `Column ${at + 1}`)
}

async function* textOf(
  content: AsyncIterable<Buffer>,
  encoding: TableFormat['encoding'],
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of content) {
    const text = decoder.decode(piece, { stream: true })
    if (text) yield text
  }
  const rest = decoder.decode()
  if (rest) yield rest
}

const BEGINNING = 65_536

async function beginningOf(
  content: AsyncIterable<Buffer>,
  encoding: TableFormat['encoding'],
): Promise<string> {
  let text = ''
  for await (const piece of textOf(content, encoding)) {
    text += piece
    if (text.length >= BEGINNING) break
  }
  return text.slice(0, BEGINNING)
}

const LOOKED_AT = 10

/** The character that the first rows have equally often; of several, the most frequent. */
function delimiterOf(text: string): TableFormat['delimiter'] {
  const counted = tableDelimiters.map((delimiter) => {
    const counts = countsOf(text, delimiter)
    const [first = 0] = counts
    return { delimiter, first, isEven: first > 0 && counts.every((count) => count === first) }
  })
  const [best] = counted.sort((a, b) => Number(b.isEven) - Number(a.isEven) || b.first - a.first)
  return best?.delimiter ?? ','
}

/** How often a character appears outside of quotes in each of the first rows. */
function countsOf(text: string, sign: string): number[] {
  const counts = [0]
  let isQuoted = false
  for (const one of text) {
    if (one === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (one === sign) counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    else if (one === '\n' && counts.push(0) > LOOKED_AT) break
  }
  // The last row may be incomplete or empty.
  return counts.length > 1 ? counts.slice(0, -1) : counts
}

async function* rowsOf(
  content: AsyncIterable<Buffer>,
  { encoding, delimiter }: TableFormat,
): AsyncGenerator<TableRow> {
  const lines = makeLineCount()
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: ROW_MAX,
    // The types expect rows of strings only; the parser passes on any value.
    on_record: (cells: string[], { lines: passed }) =>
      ({ line: lines.begin(cells, passed), cells }) as unknown as string[],
  })
  // The iteration below throws if the input ends early.
  const fed = pipeline(textOf(content, encoding), parser).catch(() => {})
  try {
    yield* parser as AsyncIterable<TableRow>
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, lines.last()) : error
  } finally {
    parser.destroy()
    await fed
  }
}

/**
 * Tracks the line on which each row begins, from the parser's line count. Within quotes the parser counts
 * \r\n twice.
 */
function makeLineCount() {
  let twice = 0
  let end = 0
  return {
    begin: (cells: readonly string[], passed: number): number => {
      const within = cells.reduce((sum, cell) => sum + breaksIn(cell), 0)
      twice += cells.reduce(
        (sum, cell) => sum + (cell.includes('\r\n') ? cell.split('\r\n').length - 1 : 0),
        0,
      )
      end = passed - twice
      return end - within
    },
    /** The line of the last complete row. */
    last: () => end,
  }
}

const breaksIn = (cell: string) =>
  cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\r|\n/).length - 1 : 0

/** Why the rows after `line` cannot be parsed. */
function unreadable({ code }: CsvError, line: number): NoText {
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return new NoText(`A quotation mark after line ${line} is never closed. Close it or remove it.`)
  return new NoText(`The file cannot be read after line ${line}`)
}
