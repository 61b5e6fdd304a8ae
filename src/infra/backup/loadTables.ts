import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupProblem } from './backupProblem.ts'
import type { Manifest } from './manifest.ts'
import type { Part } from './parts.ts'
import { quoted, type Sequence, type Table } from './tables.ts'

/** Tables that are being filled, in one transaction: all of them, or none. */
export type Load = {
  /** Puts the rows of a part into the table that it is of. */
  table: (part: Part, signal: AbortSignal) => Promise<number>
  /** Compares what is in the tables now, and keeps it. */
  finish: (manifest: Manifest, sequences: readonly Sequence[]) => Promise<void>
}

/**
 * Begins to fill the tables, which have just been made by the migrations. Their triggers rest: the rows are what these once
 * made of them, the chain of the trail above all. Constraints do not rest.
 */
export async function beginLoad(client: Client, tables: readonly Table[]): Promise<Load> {
  await client.query('BEGIN')
  const wake = await restTriggers(client)
  // What migrations put into tables is among the rows of the backup.
  await client.query(`TRUNCATE ${tables.map((one) => quoted(client, one)).join(', ')} CASCADE`)
  return {
    table: async (part, signal) => {
      const table = tables.find(({ name }) => part.name === `table ${name}`)
      if (!table) throw new BackupProblem(`The ${part.name} is none that this backup says it has`)
      const sql = `COPY ${quoted(client, table)} (${table.columns.join(', ')}) FROM STDIN`
      const copying = client.query(copyFrom(sql))
      await pipeline(Readable.from(part.content), createGunzip(), copying, { signal })
      return copying.rowCount
    },
    finish: async (manifest, sequences) => {
      await wake()
      for (const { name, value, isCalled } of sequences)
        await client.query('SELECT setval($1::regclass, $2, $3)', [name, value, isCalled])
      await compareCounts(client, manifest)
      await client.query('COMMIT')
    },
  }
}

async function compareCounts(client: Client, { tables }: Manifest): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${quoted(client, table)}`)
    if (Number(rows[0]?.n) !== table.rows)
      throw new BackupProblem(`The table ${table.name} has ${rows[0]?.n} rows and not ${table.rows}`)
  }
}

type Trigger = { name: string; table: string; state: 'O' | 'A' | 'R' | 'D' }

const triggersSql = `
  SELECT quote_ident(t.tgname) AS name, t.tgrelid::regclass::text AS "table", t.tgenabled AS state
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`

const waking = { O: 'ENABLE', A: 'ENABLE ALWAYS', R: 'ENABLE REPLICA', D: 'DISABLE' }

/** Puts all triggers of the clinic to rest, as only the owner of the tables can; the answer wakes each as it was. */
async function restTriggers(client: Client): Promise<() => Promise<void>> {
  const { rows: triggers } = await client.query<Trigger>(triggersSql)
  for (const { name, table } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  return async () => {
    for (const { name, table, state } of triggers)
      await client.query(`ALTER TABLE ${table} ${waking[state]} TRIGGER ${name}`)
  }
}
