import type { Database } from '#infra/database.ts'

/** An exported table. */
export type ExportedTable = { name: string; columns: string[]; omitted: string[]; rows: number }

/** The tables about patients, users, their actions, and the settings of the clinic. */
const exported = [
  'users',
  'profile_images',
  'clinic_logos',
  'clinic_settings',
  'patients',
  'patient_status_changes',
  'patient_edits',
  'chart_restrictions',
  'break_glasses',
  'second_factor_resets',
  'patient_notes',
  'patient_note_versions',
  'patient_records',
  'record_moves',
  'forwardings',
  'forwarded_records',
  'disclosures',
  'user_versions',
  'manual_disclosures',
  'accounting_suspensions',
  'patient_requests',
  'legal_holds',
  'consent_templates',
  'consent_template_versions',
  'consent_requests',
  'partial_revocations',
  'consent_revocations',
  'signed_consent_forms',
  'sealed_scans',
  'recipient_copies',
  'provider_events',
  'mail_messages',
  'patient_reminders',
  'appointments',
  'working_hours',
  'closures',
  'tasks',
  'identifiers',
  'alerts',
  'saved_views',
  'drafts',
  'calendar_feeds',
  'api_keys',
  'api_key_documents',
  'webhooks',
  'data_exports',
  'patient_imports',
  'patient_import_rows',
  'bulk_jobs',
  'bulk_job_rows',
  'audit_lanes',
  'audit_checks',
  'audit_logs',
  'audit_log_patients',
  'evidence_logs',
  'evidence_segments',
  'evidence_heads',
  'evidence_time_stamps',
  'evidence_locked_copies',
]

/**
 * The tables that are not exported, with the reason. Every new table must be in one of the two lists; a test checks it.
 */
const left: Record<string, string> = {
  sessions: 'active sessions, which would give access to anyone who has them',
  known_devices: 'browsers remembered for sign-in limits, which are useful only on this server',
  account_links: 'links to set a password, which would give access',
  sign_on_identities:
    'which account at a single sign-on provider is whose, which is useful only on this server',
  authenticator_apps: 'secrets of authenticator apps, which would let others sign in',
  passkeys: 'public keys of passkeys, which are useful only on this server',
  passkey_challenges: 'values that passkeys sign, which work for minutes',
  recovery_codes: 'hashes of recovery codes, which are useful only on this server',
  dashboard_visits: 'when each user last opened the dashboard',
  idempotency_keys:
    'answers that a program can get once more within a day, whose facts are in the other tables',
  webhook_messages: 'messages to webhooks, whose changes are in the audit log',
  throttles: 'counts of recent sign-in attempts and requests',
  patient_stays: 'how long each step took, which is also in each patient’s history',
  consent_signatures: 'what each signed form of `consent_requests` adds to reports',
  patient_counts: 'cached totals over patients',
  evidence_tiles: 'the hashes of the evidence log, which its rows and `evidence_segments` lead to again',
  seal_certificates: 'the certificates of the seal, which are in the folder of evidence and public',
  secret_checks: 'which secrets this server uses, without the secrets themselves',
}

/** Columns that give access, or that only repeat others. */
const isSecret = (column: string) => /_hash$|secret|token|_key$|^search_text$|^identifier_words$/.test(column)

/** Work product belongs to the attorney who wrote it, so its text is left empty. */
const noteContent = `CASE WHEN "visibility" = 'work_product' THEN '' ELSE "content" END AS "content"`

/** Drafts are for their author alone, and those of notes may be work product. */
const draftContent = `CASE WHEN "form" IN ('add_note', 'edit_note') THEN '[]'::jsonb ELSE "content" END AS "content"`
const contents: Record<string, string> = {
  patient_notes: noteContent,
  patient_note_versions: noteContent,
  drafts: draftContent,
}

type Column = { table: string; column: string }

/** The tables that an export includes, those it leaves out, and those without a decision. */
export type Survey = {
  tables: ExportedTable[]
  leftOut: { table: string; why: string }[]
  undecided: string[]
}

/** The tables of the clinic, and the number of rows of those that are exported. */
export async function surveyTables(db: Database): Promise<Survey> {
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
  const stay = [...columnsOf.keys()].filter((name) => !exported.includes(name))
  return {
    tables,
    leftOut: stay.flatMap((table) => (left[table] ? [{ table, why: left[table] }] : [])),
    undecided: stay.filter((table) => !left[table]),
  }
}

/** Tables with files: a signed form has about 30 kB but may have megabytes, and a picture up to hundreds of kB. */
const heavy = ['signed_consent_forms', 'profile_images', 'clinic_logos']

/** Rows per fetch, few enough that other requests can run in between. */
const batchOf = (table: string): number => (heavy.includes(table) ? 2 : 250)

/** The rows of a table in the snapshot of the transaction of `db`, as JSON, in batches. */
export async function* rowsOf(db: Database, { name, columns }: ExportedTable): AsyncGenerator<string[]> {
  const expression = (column: string) => (column === 'content' && contents[name]) || `"${column}"`
  const list = columns.map(expression).join(', ')
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
    // A failed transaction closes its cursors.
    await db.$executeRawUnsafe('CLOSE exported').catch(() => 0)
  }
}
