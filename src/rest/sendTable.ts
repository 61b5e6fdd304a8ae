import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as othersFirst } from 'node:timers/promises'
import { CSV_MARK, csvLine } from '#domain/csv.ts'
import { attachment } from './reply.ts'
import type { TablePart } from './route.ts'

type ReadPart = (after?: string) => Promise<TablePart>
type Format = 'csv' | 'json'
type Rows = unknown[][]

/** The rows to write before other work of this process can run. */
const ROWS_AT_ONCE = 50

const mimeTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/**
 * Sends a table as a file, only as fast as the client reads: one part is in memory at a time. Stops reading when the
 * client disconnects.
 */
export async function sendTable(
  req: IncomingMessage,
  res: ServerResponse,
  read: ReadPart,
  { format, name }: { format: Format; name: string },
): Promise<void> {
  // The first part is loaded before anything is sent, so that an error still has its own status.
  const first = await read()
  res.writeHead(200, attachment(mimeTypes[format], `${name}.${format}`))
  if (req.method === 'HEAD') {
    res.end()
    return
  }
  await pipeline(Readable.from(format === 'csv' ? csvOf(first, read) : jsonOf(first, read)), res)
}

async function* rowsFrom(first: TablePart, read: ReadPart): AsyncGenerator<Rows> {
  let part = first
  for (;;) {
    const rows = part.rows as Rows
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      yield rows.slice(at, at + ROWS_AT_ONCE)
      await othersFirst()
    }
    if (!part.hasNextPage || !part.endCursor) return
    part = await read(part.endCursor)
  }
}

async function* csvOf(first: TablePart, read: ReadPart): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(first.columns)
  for await (const rows of rowsFrom(first, read)) yield rows.map(csvLine).join('')
}

async function* jsonOf(first: TablePart, read: ReadPart): AsyncGenerator<string> {
  const objectOf = (row: unknown[]) => Object.fromEntries(first.columns.map((name, at) => [name, row[at]]))
  let before = '[\n'
  for await (const rows of rowsFrom(first, read)) {
    yield before + rows.map((row) => JSON.stringify(objectOf(row))).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
