import { expect, test } from 'vitest'
import { csvReader, type TableRow } from './csvReader.ts'

async function* inPieces(content: Buffer, size = 7): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

/** Parses content that arrives in small chunks. */
async function read(content: string | Buffer) {
  const bytes = Buffer.from(content as string)
  const sniffer = csvReader.sniffer()
  for await (const _ of sniffer.watched(inPieces(bytes))) {
    // drained
  }
  const encoding = sniffer.encoding()
  const survey = await csvReader.survey(() => inPieces(bytes), encoding)
  const rows: TableRow[] = []
  for await (const row of csvReader.rows(inPieces(bytes), { ...survey, encoding })) rows.push(row)
  return { encoding, ...survey, table: rows.slice(1) }
}

const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['commas', 'a,b\n1,2\n', ','],
  ['semicolons', 'a;b\r\n1;2\r\n', ';'],
  ['tabs', 'a\tb\n1\t2', '\t'],
  ['bars', 'a|b\n1|2\n', '|'],
  ['a mark of UTF-8', '\ufeffa,b\n1,2\n', ','],
  ['a mark of UTF-16, as Excel writes it', wide('a\tb\r\n1\t2\r\n'), '\t'],
  ['quotes around everything', '"a","b"\n"1","2"\n', ','],
  ['empty lines around and between', '\n\na,b\n\n,\n1,2\n\n\n', ','],
])('a table with %s is parsed', async (_, content, delimiter) => {
  expect(await read(content)).toMatchObject({
    delimiter,
    columns: ['a', 'b'],
    rows: 1,
    table: [{ cells: ['1', '2'] }],
  })
})

test('the delimiter is the character that every row has equally often', async () => {
  expect(await read('name;note\nAnn;a, b, c\nBo;"x;y"\n')).toMatchObject({
    delimiter: ';',
    table: [{ cells: ['Ann', 'a, b, c'] }, { cells: ['Bo', 'x;y'] }],
  })
})

test('Windows-1252 text is decoded correctly', async () => {
  const { encoding, table } = await read(Buffer.from('name,town\nJos\xe9,\x8aibenik\n', 'latin1'))
  expect([encoding, table[0]?.cells]).toEqual(['windows-1252', ['José', 'Šibenik']])
  expect((await read('name,town\nJosé,Šibenik\n')).encoding).toBe('utf-8')
})

test('a row is identified by the line on which it begins', async () => {
  const { table } = await read(
    'a,b\r\n1,"two\r\nlines"\r\n\r\n3,"a ""b"" c"\r\n4,5" tall\r\n"6\r\n\r\n",7\r\n8,9',
  )
  expect(table).toEqual([
    { line: 2, cells: ['1', 'two\r\nlines'] },
    { line: 5, cells: ['3', 'a "b" c'] },
    { line: 6, cells: ['4', '5" tall'] },
    { line: 7, cells: ['6\r\n\r\n', '7'] },
    { line: 10, cells: ['8', '9'] },
  ])
})

test('columns without a name get one', async () => {
  expect((await read('a,, b  c ,,\n1,2,3,,\n')).columns).toEqual(['a', 'Column 2', 'b c'])
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n'), /a PDF, not a CSV file/],
  ['a workbook', Buffer.from('PK\u0003\u0004rest'), /an Excel workbook or a zip file/],
  ['something else', Buffer.from('abc\0def'), /is not a table/],
  ['nothing', '', /is empty/],
  ['empty lines', '\n \n', /is empty/],
  ['a header alone', 'a,b\n', /no rows below/],
  ['one column', 'a\n1\n', /one column only/],
  ['a quote that stays open', 'a,b\n1,2\n3,"4\n5,6\n', /after line 2 is never closed/],
  ['one that swallows the rest', `a,b\n1,2\n3,"${'4,5\n'.repeat(60_000)}`, /after line 2 is never closed/],
])('%s is rejected with a message', async (_, content, message) => {
  const error = await read(content).catch((cause: unknown) => cause)
  expect(error).toMatchObject({ message: expect.stringMatching(message) })
  expect(csvReader.isNoTable(error)).toBe(true)
})
