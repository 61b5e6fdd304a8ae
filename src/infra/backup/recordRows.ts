import type { Client } from 'pg'

/** The stored data of a record's file. */
export type RecordRow = {
  id: string
  key: string
  size: number
  /** The hash of the decrypted stored file. */
  sha256: string
  wrapped: Buffer
  keyId: string
}

const AT_ONCE = 500

// A database that is backed up before an upgrade may lack the newest columns.
const rowsSql = `
  SELECT id, file_path AS key, file_size AS size, coalesce(to_jsonb(r)->>'kept_sha256', sha256) AS sha256,
         wrapped_key AS wrapped, key_id AS "keyId"
    FROM patient_records r WHERE wrapped_key IS NOT NULL AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT ${AT_ONCE}`

/** Yields every record that has a file, in batches. */
export async function* recordRows(client: Client): AsyncGenerator<RecordRow> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: RecordRow[] } = await client.query<RecordRow>(rowsSql, [after])
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
