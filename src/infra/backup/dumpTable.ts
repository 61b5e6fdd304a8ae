import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { AddFile } from './backupFile.ts'
import type { Manifest } from './manifest.ts'
import { quoted, type Table } from './tables.ts'

/** The size of a piece before compression. tar must know the size of a file before its content. */
const PIECE_BYTES = 2 ** 22

const compress = promisify<Buffer, object, Buffer>(gzip)

/**
 * Adds a table's rows as the transaction of `client` sees them: PostgreSQL's COPY text format with a header row, cut
 * into pieces that are compressed one by one.
 */
export async function dumpTable(
  client: Client,
  table: Table,
  add: AddFile,
): Promise<Manifest['tables'][number]> {
  const sql = `COPY ${quoted(client, table)} (${table.columns.join(', ')}) TO STDOUT (HEADER)`
  const copying = client.query(copyTo(sql, { highWaterMark: 2 ** 18 }))
  const hash = createHash('sha256')
  let [number, bytes] = [0, 0]
  for await (const piece of inPieces(copying)) {
    const packed = await compress(piece, { level: 1 })
    number += 1
    bytes += packed.length
    hash.update(packed)
    await add(`tables/${table.name}/${String(number).padStart(5, '0')}.tsv.gz`, packed.length, packed)
  }
  return { name: table.name, rows: copying.rowCount, bytes, sha256: hash.digest('hex') }
}

async function* inPieces(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const part of content) {
    held.push(part)
    size += part.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
