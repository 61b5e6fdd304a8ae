import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type BackupMade, filesIn, rowsIn } from './makeBackup.ts'

/**
 * Writes the audit row of a complete backup, which is not in the backup itself. Uses plain SQL, because before an upgrade
 * the database schema is older than this Caseload.
 */
export async function recordBackup(
  ownerUrl: string,
  { bytes, manifest }: Pick<BackupMade, 'bytes' | 'manifest'>,
): Promise<void> {
  const { id, tables, unreadable } = manifest
  const details = { bytes, rows: rowsIn(tables), files: filesIn(manifest), unreadable: unreadable.count }
  const client = new Client({ connectionString: ownerUrl, application_name: 'caseload backup' })
  client.on('error', () => {}) // the query in flight fails with the same error
  await client.connect()
  try {
    await client.query(
      `INSERT INTO audit_logs (id, action, resource_type, resource_id, details, request_id, user_agent, created_at)
       VALUES ($1, 'created', 'backup', $2, $3, 'backup', 'npm run backup', clock_timestamp())`,
      [randomUUID(), id, details],
    )
  } finally {
    await client.end()
  }
}
