import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServer } from '#tests/support/serverProcess.ts'
import type { DataFolder } from './dataFolder.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'

const RECORDS = 600
const TIMES = 6

const placeOf = ({ path }: DataFolder, key: string) => join(path, 'records', key.slice(0, 2), key)

/** Adds records that were deleted long ago. Their files have no valid content. */
async function deleteLongAgo(folder: DataFolder): Promise<string[]> {
  const rows = await folder.ask(
    `with somebody as (select id from users limit 1),
      patient as (insert into patients (id, first_name, last_name, email, created_by)
        select gen_random_uuid(), 'Maren', 'Lindqvist', 'maren@example.test', id from somebody returning id, created_by)
     insert into patient_records (id, patient_id, file_name, file_path, file_size, mime_type, uploaded_by, deleted_by,
       deleted_at, sha256, wrapped_key, key_id)
     select gen_random_uuid(), p.id, 'scan.pdf', md5(n::text), 3, 'application/pdf', p.created_by, p.created_by,
       now() - interval '3000 days', md5(n::text), 'wrapped', 'key' from patient p, generate_series(1, ${RECORDS}) n
     returning file_path as key`,
  )
  const keys = rows.map(({ key }) => String(key))
  for (const key of keys) {
    mkdirSync(join(folder.path, 'records', key.slice(0, 2)), { recursive: true, mode: 0o700 })
    writeFileSync(placeOf(folder, key), 'pdf')
  }
  return keys
}

async function halfDone(folder: DataFolder): Promise<unknown[]> {
  const rows = await folder.ask(
    'select file_path as key, purged_at, wrapped_key is null as is_destroyed from patient_records',
  )
  const lost = rows.filter(
    ({ key, purged_at }) => purged_at === null && !existsSync(placeOf(folder, String(key))),
  )
  const opens = rows.filter(({ purged_at, is_destroyed }) => (purged_at === null) === is_destroyed)
  return [...lost, ...opens]
}

const left = async ({ ask }: DataFolder) =>
  Number((await ask("select count(*) as n from patient_records where file_path <> ''"))[0]?.n)

test('a purge killed again and again never leaves a record without its file, and completes', async () => {
  const { folder, settings, server: first } = await openStaffedClinic()
  let server = first
  try {
    const keys = await deleteLongAgo(folder)
    const begin = (n: number) =>
      folder.ask(`select enqueue_job('purge_deleted_records', '{}', now(), 'purge ${n}')`)
    const found: number[] = []
    for (let n = 0; n < TIMES; n += 1) {
      const before = await left(folder)
      await begin(n)
      while ((await left(folder)) === before) await sleep(3)
      await sleep(7 * n)
      server.child.kill('SIGKILL')
      await server.over
      server = await startServer(settings)
      expect(await halfDone(folder)).toEqual([])
      found.push(await left(folder))
    }
    console.log(`remaining after each of ${TIMES} kills: ${found.join(', ')}`)
    await begin(TIMES)
    await expect.poll(() => left(folder), { timeout: 60_000 }).toBe(0)
    expect(keys.filter((key) => existsSync(placeOf(folder, key)))).toEqual([])
    expect(
      await folder.ask(
        `select count(*)::int as rows, count(distinct resource_id)::int as records from audit_logs
         where action = 'deleted' and details->>'purged' = 'true'`,
      ),
    ).toEqual([{ rows: RECORDS, records: RECORDS }])
    expect(await brokenAuditLog(settings)).toBe(null)
  } finally {
    await server.stop()
    folder.remove()
  }
}, 240_000)
