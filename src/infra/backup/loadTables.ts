import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupProblem } from './backupProblem.ts'
import type { Manifest, Values } from './manifest.ts'
import { quoted, type Sequence } from './tables.ts'

/** Loads all tables in one transaction. */
export type Load = {
  /** Loads the rows of a table. Returns their number. */
  table: (name: string, content: AsyncIterable<Buffer>, signal: AbortSignal) => Promise<number>
  /** Verifies the content of the tables and commits. */
  finish: (manifest: Manifest, sequences: readonly Sequence[]) => Promise<void>
}

/**
 * Starts to load the tables, which the migrations have just created. Triggers are disabled, because the rows
 * already contain their effects, above all the audit chain. Constraints stay enabled.
 */
export async function beginLoad(client: Client, { tables, format }: Values['about']): Promise<Load> {
  await client.query('BEGIN')
  const wake = await restTriggers(client)
  // The backup includes rows that migrations inserted.
  await client.query(`TRUNCATE ${tables.map((one) => quoted(client, one)).join(', ')} CASCADE`)
  return {
    table: async (name, content, signal) => {
      const table = tables.find((one) => one.name === name)
      if (!table) throw new BackupProblem(`The table ${name} is none that this backup says it has`)
      const header = format ? '(HEADER MATCH)' : ''
      const sql = `COPY ${quoted(client, table)} (${table.columns.join(', ')}) FROM STDIN ${header}`
      const copying = client.query(copyFrom(sql))
      await pipeline(Readable.from(content), createGunzip(), copying, { signal })
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

/**
 * Disables all triggers of the clinic's tables, which only their owner can do. Returns a function that
 * restores each one.
 */
async function restTriggers(client: Client): Promise<() => Promise<void>> {
  const { rows: triggers } = await client.query<Trigger>(triggersSql)
  for (const { name, table } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  return async () => {
    for (const { name, table, state } of triggers)
      await client.query(`ALTER TABLE ${table} ${waking[state]} TRIGGER ${name}`)
  }
}
