import { Client } from 'pg'

type Column = { table: string; name: string; type: string; label: string | null; refers: string | null }

const someHead = {
  log_id: '(SELECT log_id FROM evidence_heads LIMIT 1)',
  head_number: '(SELECT number FROM evidence_heads LIMIT 1)',
}

/** Values in SQL for columns whose constraints a value of the right type alone does not meet. */
const special: Record<string, Record<string, string>> = {
  api_keys: { scopes: "'{patients_read}'" },
  clinic_logos: { content: "'\\x01'", sha256: "encode(sha256('\\x01'), 'hex')", mime_type: "'image/png'" },
  closures: { ends_at: "now() + interval '1 hour'" },
  patient_requests: { received_on: 'current_date', due_on: 'current_date + 30', details: "'Visit notes'" },
  evidence_locked_copies: someHead,
  evidence_time_stamps: someHead,
  evidence_tiles: { hashes: "sha256('\\x01')" },
  disclosures: { kind: "'opened'" },
  forwardings: { basis: "'subpoena'", basis_reference: "'No. 12'", basis_reason: "'A court asked'" },
  identifiers: { patient_id: '(SELECT id FROM patients LIMIT 1)' },
  manual_disclosures: { basis: "'subpoena'" },
  partial_revocations: { category: "'billing'" },
  patient_reminders: { kind: "'form'", request_id: '(SELECT id FROM consent_requests LIMIT 1)' },
  signed_consent_forms: { content: "'\\x01'" },
  // A restore switches off those that are on.
  webhooks: { off_reason: "'by_user'", off_at: 'now()' },
  working_hours: { starts_at: '60', ends_at: '120' },
}

const values: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: 'md5(random()::text)',
  timestamptz: "now() - interval '1 hour'",
  date: 'current_date',
  time: "'09:00'",
  bool: 'false',
  bytea: "'\\x01'",
  jsonb: "'{}'",
  json: "'{}'",
}

const valueFor = ({ type, label, refers }: Column): string =>
  refers ?? (label ? `'${label}'` : (values[type] ?? (type.startsWith('_') ? "'{}'" : '1')))

/**
 * Puts a row into each table of the clinic that has none. The rows come from the schema: the columns that need a value get
 * one of their type, and references point to an existing row. Returns the tables that stayed empty, with the reason.
 */
export async function fillEveryTable({ ownerUrl }: { ownerUrl: string }): Promise<Record<string, string>> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(TABLES)
    const { rows: columns } = await client.query<Column>(COLUMNS)
    const inserts = []
    for (const { name } of tables) {
      const { rowCount } = await client.query(`SELECT FROM "${name}" LIMIT 1`)
      if (!rowCount) inserts.push({ name, insert: insertInto(name, columns) })
    }
    return await insertAll(client, inserts)
  } finally {
    await client.end()
  }
}

function insertInto(name: string, columns: readonly Column[]): string {
  const own = columns.filter(({ table }) => table === name).map((one) => [one.name, valueFor(one)] as const)
  const given = new Map([...own, ...Object.entries(special[name] ?? {})])
  if (given.size === 0) return `INSERT INTO "${name}" DEFAULT VALUES`
  const into = [...given.keys()].map((column) => `"${column}"`).join(', ')
  return `INSERT INTO "${name}" (${into}) VALUES (${[...given.values()].join(', ')})`
}

/** A row needs those that it refers to, so the tables fill up in as many rounds as references follow each other. */
async function insertAll(
  client: Client,
  inserts: readonly { name: string; insert: string }[],
): Promise<Record<string, string>> {
  const failed: Record<string, string> = {}
  const waiting: { name: string; insert: string }[] = []
  for (const one of inserts)
    await client.query(one.insert).catch((error: Error) => {
      failed[one.name] = error.message
      waiting.push(one)
    })
  return waiting.length === 0 || waiting.length === inserts.length ? failed : insertAll(client, waiting)
}

const TABLES = `SELECT tablename AS name FROM pg_tables
  WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`

/** The columns that need a value. */
const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, t.typname AS type,
    (SELECT enumlabel FROM pg_enum WHERE enumtypid = t.oid ORDER BY enumsortorder LIMIT 1) AS label,
    (SELECT format('(SELECT %I FROM %I LIMIT 1)', r.attname, f.confrelid::regclass::text)
      FROM pg_constraint f JOIN pg_attribute r ON r.attrelid = f.confrelid AND r.attnum = f.confkey[1]
      WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.conkey = ARRAY[a.attnum] LIMIT 1) AS refers
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''
  ORDER BY c.relname, a.attnum`
