import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { diskBlobStore } from '#infra/records/diskBlobStore.ts'
import { keepRecordsKeys, makeRecordKeys } from '#infra/records/recordKeys.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import { AUDITED } from './settings.ts'
import { openStage, type Stage } from './stage.ts'

// S62: the duration and memory of a backup, of a restore into an empty folder, and of two incremental backups, using the real
// commands.
// `npm run bench:backup -- --rows 100000 --records 50`

const RECORD_BYTES = 20_000_000

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, records: { type: 'string', default: '50' } },
})
const [rows, records] = [Number(values.rows), Number(values.records)]

async function main(stage: Stage): Promise<void> {
  const { ownerUrl } = await stage.makeDatabase('clinic', rows, AUDITED * rows)
  const dataDir = join(stage.folder, 'clinic')
  await addRecords(ownerUrl, dataDir)
  const bytes = await sizeOf(ownerUrl)
  console.log(
    `${rows} patients, ${AUDITED * rows} audit rows: ${mb(bytes)}; ${records} records of ${mb(RECORD_BYTES)}`,
  )
  const settings = {
    NODE_ENV: 'production',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    BACKUP_KEY: randomBytes(32).toString('base64'),
  }
  const file = join(stage.folder, 'one.backup')
  const all = bytes + records * RECORD_BYTES
  await timed(
    'backup',
    all,
    run('backup.ts', [file], { ...settings, DATA_DIR: dataDir, DATABASE_URL: ownerUrl }),
  )
  await timed(
    'check',
    all,
    run('restore.ts', ['--check', file], { ...settings, DATA_DIR: join(stage.folder, 'no') }),
  )
  await timed(
    'restore',
    all,
    run('restore.ts', [file], { ...settings, DATA_DIR: join(stage.folder, 'again') }),
  )
  const folder = join(stage.folder, 'incremental')
  mkdirSync(folder)
  const scheduled = { ...settings, BACKUP_FOLDER: folder, BACKUP_INCREMENTAL: 'true' }
  for (const what of ['first incremental backup, read back', 'second one'])
    await timed(what, all, run('backup.ts', [], { ...scheduled, DATA_DIR: dataDir, DATABASE_URL: ownerUrl }))
}

async function addRecords(ownerUrl: string, dataDir: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const keys = makeRecordKeys(keepRecordsKeys(dataDir))
  const store = makeRecordStore({
    shelf: diskBlobStore(join(dataDir, 'records')),
    keys,
    logFault: () => {},
  })
  const content = randomBytes(RECORD_BYTES)
  for (let n = 0; n < records; n += 1) {
    const file = await store.put(pieces(content))
    await owner.query(
      `insert into patient_records
         (id, patient_id, file_name, file_path, file_size, mime_type, uploaded_by, sha256, wrapped_key, key_id)
       select uuidv7(), p.id, 'scan.pdf', $1, $2, 'application/pdf', p.created_by, $3, $4, $5 from patients p limit 1`,
      [file.storageKey, file.fileSize, file.sha256, file.wrappedKey, file.keyId],
    )
  }
  await owner.end()
}

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

async function sizeOf(ownerUrl: string): Promise<number> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows: found } = await owner.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  await owner.end()
  return Number(found[0]?.bytes)
}

type Run = { child: ChildProcess; over: Promise<number | null> }

function run(name: string, words: string[], settings: Record<string, string>): Run {
  const program = fileURLToPath(new URL(`../src/cli/${name}`, import.meta.url))
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return { child, over: new Promise((done) => child.once('close', done)) }
}

async function timed(what: string, bytes: number, { child, over }: Run): Promise<void> {
  const began = performance.now()
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0))
  }, 100)
  const code = await over
  clearInterval(watch)
  if (code !== 0) throw new Error(`${what} exited with code ${code}`)
  const seconds = (performance.now() - began) / 1000
  const perGb = (seconds / (bytes / 1e9)).toFixed(0)
  console.log(`== ${what}: ${seconds.toFixed(1)} s, ${perGb} s per GB, peak memory ${mb(peak)}`)
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0 // the process has ended, or this is not Linux
  }
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

const stage = await openStage(console.log)
await main(stage).finally(() => stage.close())
