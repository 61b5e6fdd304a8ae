import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { type BackupMade, rowsIn } from './makeBackup.ts'

/**
 * Writes the audit row of a complete backup, which is not in the backup itself. Uses plain SQL, because before an upgrade
 * the database schema is older than this Caseload.
 */
export async function recordBackup(ownerUrl: string, made: Omit<BackupMade, 'file'>): Promise<void> {
  const { id, bytes, tables, files, unreadable } = made
  const details = { bytes, rows: rowsIn(tables), files: files.count, unreadable: unreadable.count }
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
