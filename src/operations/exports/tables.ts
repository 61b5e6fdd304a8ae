import type { Database } from '#infra/database.ts'

/** A table as it is exported. */
export type ExportedTable = { name: string; columns: string[]; omitted: string[]; rows: number }

/** The tables that tell of patients, people and what they did. */
const exported = [
  'users',
  'patients',
  'patient_status_changes',
  'patient_notes',
  'patient_records',
  'consent_requests',
  'signed_consent_forms',
  'appointments',
  'tasks',
  'alerts',
  'api_keys',
  'audit_lanes',
  'audit_checks',
  'audit_logs',
]

/** Columns that open something for whoever has them, or only repeat others. */
const isSecret = (column: string) => /password_hash|secret|token|^link_hash$|_key$|^search_text$/.test(column)

type Column = { table: string; column: string }

/** The tables to export and how long they are, and the names of those that stay. */
export async function surveyTables(db: Database): Promise<{ tables: ExportedTable[]; leftOut: string[] }> {
  const found = await db.$queryRaw<Column[]>`
    SELECT columns.table_name::text AS "table", column_name::text AS "column"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, ordinal_position`
  const columnsOf = Map.groupBy(found, ({ table }) => table)
  const tables: ExportedTable[] = []
  for (const name of exported) {
    const columns = (columnsOf.get(name) ?? []).map(({ column }) => column)
    const [{ rows }] = await db.$queryRawUnsafe<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM "${name}"`,
    )
    tables.push({
      name,
      columns: columns.filter((column) => !isSecret(column)),
      omitted: columns.filter(isSecret),
      rows,
    })
  }
  return { tables, leftOut: [...columnsOf.keys()].filter((name) => !exported.includes(name)) }
}

/** Rows fetched at once; a signed form is some 30 kB. */
const batchOf = (table: string): number => (table === 'signed_consent_forms' ? 50 : 1000)

/** The rows of a table as the transaction of `db` sees it, each as JSON, a batch at a time. */
export async function* rowsOf(db: Database, { name, columns }: ExportedTable): AsyncGenerator<string[]> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const order = columns.includes('id') ? '"id"' : '1'
  await db.$executeRawUnsafe(
    `DECLARE exported NO SCROLL CURSOR FOR
     SELECT row_to_json(row)::text AS text FROM (SELECT ${list} FROM "${name}" ORDER BY ${order}) row`,
  )
  try {
    for (;;) {
      const rows = await db.$queryRawUnsafe<{ text: string }[]>(`FETCH ${batchOf(name)} FROM exported`)
      if (rows.length === 0) return
      yield rows.map(({ text }) => text)
    }
  } finally {
    // A transaction that has failed takes its cursors with it.
    await db.$executeRawUnsafe('CLOSE exported').catch(() => 0)
  }
}
