import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openEveryFile } from '#infra/backup/restoredFiles.ts'
import { openDatabase } from '#infra/database.ts'
import { findRecordKeys } from '#infra/records/findRecordKeys.ts'
import { openBlobStore } from '#infra/records/openBlobStore.ts'
import { readRecordKeys } from '#infra/records/recordKeys.ts'
import { makeRecordStore } from '#infra/records/recordStore.ts'
import type { RequestContext } from '#operations/context.ts'
import { removeStrayFiles } from '#operations/records/removeStrayFiles.ts'
import { openClamd } from '#tests/support/clamdServer.ts'
import { openTestS3, s3Credentials } from '#tests/support/s3Server.ts'
import { startProgram, startServer } from '#tests/support/serverProcess.ts'
import type { DataFolder } from './dataFolder.ts'
import { uploadLarge } from './largeFiles.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'

const SIZE = 6_000_000
const DAY_MS = 86_400_000
const RECORDS_KEY = randomBytes(32).toString('base64')

/** The settings of a file store: in a folder, or in a bucket on an S3 server that runs here. */
async function shelfOf(kind: string) {
  if (kind === 'a folder') return { settings: {}, recordsBucket: undefined, recordsKeys: undefined }
  const s3 = await openTestS3()
  const { bucket, region, endpoint, prefix } = s3.settings
  return {
    settings: {
      ...{ RECORDS_S3_BUCKET: bucket, RECORDS_S3_REGION: region, RECORDS_S3_ENDPOINT: endpoint },
      ...{ RECORDS_S3_PREFIX: prefix, RECORDS_KEY },
      ...s3Credentials,
    },
    recordsBucket: s3.settings,
    recordsKeys: readRecordKeys(RECORDS_KEY) ?? undefined,
  }
}

type StoreUnderTest = Awaited<ReturnType<typeof shelfOf>> & { folder: DataFolder }

/** Access to the file store while the server runs, with a nightly cleanup that takes place two days later. */
async function lookInto({ folder, recordsBucket, recordsKeys }: StoreUnderTest) {
  const settings = { recordsBucket, recordsKeys, dataDir: folder.path }
  const [shelf, keys] = [openBlobStore(settings), findRecordKeys(settings)]
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = folder.addresses()
  const client = new Client(ownerUrl)
  await client.connect()
  const { db } = openDatabase(url)
  const system = {
    ...{ db, isRepeatable: () => false, now: () => new Date(Date.now() + 2 * DAY_MS) },
    recordStore: makeRecordStore({ shelf, keys, logFault: () => {} }),
  } as unknown as RequestContext
  return {
    night: () => removeStrayFiles(system),
    unreadable: async () => (await openEveryFile(client, shelf, keys, () => {})).unreadable,
    storedKeys: async () => (await Array.fromAsync(shelf.writtenBefore(new Date(8e12)))).flat().sort(),
    close: () => Promise.all([client.end(), db.$disconnect()]),
  }
}

const auditCounts = (folder: DataFolder) =>
  folder.ask(`SELECT resource_id, action, details->>'scanState' AS state, count(*)::int AS n FROM audit_logs
    WHERE resource_type = 'patient_record' AND action IN ('created', 'updated') GROUP BY 1, 2, 3`)

test.for(['a folder', 'a bucket'])(
  'after kills during uploads and scans to %s, every file has a row and every row its file',
  async (kind) => {
    const clamd = await openClamd()
    const shelf = await shelfOf(kind)
    const clinic = await openStaffedClinic({ ...shelf.settings, CLAMD_ADDRESS: `127.0.0.1:${clamd.port}` })
    const { folder, settings, callers } = clinic
    let { server } = clinic
    const admin = callers[0] ?? expect.fail('No user is signed in')
    const patients: string[] = []
    const answered: string[] = []
    const add = async () => {
      const person = { firstName: 'Kim', lastName: 'Adeyemi', email: `kim${patients.length}@killed.test` }
      const { json } = await admin.at(server.url)('POST', '/api/patients', person)
      patients.push((json as { id: string }).id)
    }
    /** Uploads two records and a paper form at once, and kills the server at a byte count or when a scan begins. */
    const killed = async (moment: number | 'scan') => {
      await add()
      const at = `/api/patients/${patients.at(-1)}`
      const kill = () => void server.child.kill('SIGKILL')
      clamd.before = moment === 'scan' ? kill : () => {}
      const place = { url: server.url, caller: admin }
      const onPiece = (sent: number) => {
        if (typeof moment === 'number' && sent >= moment) kill()
      }
      const paper = { signedOn: '2026-01-02', witnessName: 'Wes' }
      const all = await Promise.allSettled([
        uploadLarge(place, `${at}/records`, SIZE, { onPiece }),
        uploadLarge(place, `${at}/records`, SIZE / 2),
        uploadLarge(place, `${at}/consent-form`, SIZE / 3, { fields: paper }),
      ])
      for (const one of all.slice(0, 2))
        if (one.status === 'fulfilled' && one.value.status === 201) answered.push(one.value.json.id ?? '')
      if (moment === SIZE) setTimeout(kill, 20)
      await server.over
      clamd.before = () => {}
      server = await startServer(settings)
    }
    try {
      for (const moment of [SIZE / 10, SIZE / 2, 'scan', SIZE - 100_000, SIZE, 'scan'] as const)
        await killed(moment)
      // An interrupted scan is retried after ten minutes. This moves the retry to now.
      await folder.ask("UPDATE patient_records SET next_scan_at = now() WHERE scan_state = 'waiting'")
      const waiting = async () => folder.ask("SELECT id FROM patient_records WHERE scan_state <> 'clean'")
      await expect.poll(waiting, { timeout: 150_000, interval: 500 }).toEqual([])

      const look = await lookInto({ ...shelf, folder })
      const rows = await folder.ask('SELECT id, file_path, is_paper_consent AS paper FROM patient_records')
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
      expect(await look.unreadable()).toEqual([])
      const strays = await look.night()
      expect(await look.storedKeys()).toEqual(rows.map(({ file_path }) => file_path).sort())
      expect(await look.night()).toBe(0)
      const halves = await folder.ask(`SELECT id FROM patients p WHERE
        (status = 'consent_signed') <> EXISTS (SELECT FROM signed_consent_forms f
          JOIN consent_requests q ON q.id = f.request_id JOIN patient_records r ON r.id = f.record_id WHERE q.patient_id = p.id)`)
      expect(halves).toEqual([])
      const auditRows = await auditCounts(folder)
      expect(auditRows.filter(({ n }) => n !== 1)).toEqual([])
      expect(auditRows).toHaveLength(2 * rows.length)

      if (kind === 'a folder') await rotateKilled(settings)
      expect(await look.unreadable()).toEqual([])
      await look.close()
      console.log(`${kind}: ${rows.length} files, ${answered.length} acknowledged, ${strays} unused`)
      expect(await brokenAuditLog(settings)).toBe(null)
    } finally {
      await server.stop()
      folder.remove()
    }
  },
)

/** Creates a new master key, kills the re-encryption at several moments, then lets it finish. */
async function rotateKilled(settings: Record<string, string>): Promise<void> {
  const rotate = (...words: string[]) => startProgram('cli/rotateKeys.ts', settings, '', words)
  expect(await rotate('new').over).toBe(0)
  for (const ms of [300, 600, 900]) {
    const program = rotate('new')
    await sleep(ms)
    program.child.kill('SIGKILL')
    await program.over
  }
  const last = rotate()
  expect([await last.over, last.said()]).toEqual([0, expect.not.stringContaining('Still needed')])
}
