import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { partOf } from './parts.ts'
import { quoted, type Table } from './tables.ts'

/** The totals of one table. */
export type DumpedTable = { name: string; rows: number; bytes: number; sha256: string }

/**
 * Yields a table's rows in PostgreSQL's COPY text format, compressed, as the transaction of `client` sees
 * them.
 */
export async function* dumpTable(client: Client, table: Table): AsyncGenerator<Buffer, DumpedTable> {
  const copying = client.query(
    copyTo(`COPY ${quoted(client, table)} (${table.columns.join(', ')}) TO STDOUT`, {
      highWaterMark: 2 ** 18,
    }),
  )
  const packed = new PassThrough({ highWaterMark: 2 ** 18 })
  const copied = pipeline(copying, createGzip({ level: 1, chunkSize: 2 ** 16 }), packed)
  copied.catch(() => {}) // the reader of the compressed stream gets the error
  try {
    const { bytes, sha256 } = yield* partOf(`table ${table.name}`, packed, () => ({ rows: copying.rowCount }))
    return { name: table.name, rows: copying.rowCount, bytes, sha256 }
  } finally {
    packed.destroy()
  }
}
