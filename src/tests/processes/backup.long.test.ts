import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HALF } from '#infra/backup/diskBackups.ts'
import { pdfOf, sample, uploadForm } from '#tests/support/recordFiles.ts'
import { type Program, startProgram, startServer } from '#tests/support/serverProcess.ts'
import { signIn } from './caller.ts'
import { makeDataFolder } from './dataFolder.ts'
import { broken } from './invariants.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'
import { startTraffic } from './traffic.ts'

const RECORDS = 30

type Settings = Record<string, string>
type Ended = { exit: Awaited<Program['over']>; said: string }

const run = async (program: Program): Promise<Ended> => ({ exit: await program.over, said: program.said() })

/** Kills a program when its output contains `word`. Does nothing if it has already ended. */
async function killedAt(program: Program, word: string): Promise<Ended> {
  const isOver = () => program.child.exitCode !== null || program.child.signalCode !== null
  while (!isOver() && !program.said().includes(word)) await sleep(2)
  program.child.kill('SIGKILL')
  return run(program)
}

const backups = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith(HALF))

/** A clinic with patients and records, and with users at work. */
async function openClinicAtWork() {
  const clinic = await openStaffedClinic()
  const [admin] = clinic.callers
  if (!admin) throw new Error('No user is signed in')
  const person = { firstName: 'Ada', lastName: 'Kim', email: 'ada@kim.test' }
  const { json } = await admin('POST', '/api/patients', person)
  const { id } = json as { id: string }
  for (let n = 0; n < RECORDS; n += 1) {
    const form = uploadForm(`${n}.pdf`, n === 0 ? sample('rotation.pdf') : pdfOf(900_000 + n))
    const { status, json: reply } = await admin.upload(`/api/patients/${id}/records`, form)
    expect(status, JSON.stringify(reply)).toBe(201)
  }
  const traffic = startTraffic(clinic.callers, () => [clinic.server.url], Date.now())
  return { ...clinic, patientId: id, traffic }
}

test('a restore is complete even after backups and restores were killed while users work', async () => {
  const { folder, settings: shared, server, account, patientId, traffic } = await openClinicAtWork()
  const settings: Settings = { ...shared, BACKUP_KEY: randomBytes(32).toString('base64') }
  const place = mkdtempSync(join(tmpdir(), 'caseload-backups-'))
  const there = makeDataFolder()
  const elsewhere = { ...settings, DATA_DIR: there.path }
  const backUp = () => startProgram('cli/backup.ts', settings, '', [place])
  const cutOff = { backups: 0, restores: 0 }
  const check = (name: string) =>
    run(startProgram('cli/restore.ts', elsewhere, '', ['--check', join(place, name)]))
  try {
    await traffic.untilAnswered(200)
    for (const word of ['audit_lanes', 'audit_logs', 'patients:', 'patient_notes', 'patient_records']) {
      await killedAt(backUp(), word)
      // Only a complete backup has a backup's name. An incomplete one keeps its temporary suffix.
      for (const name of readdirSync(place)) {
        const { exit, said } = await check(name)
        if (exit !== 0) cutOff.backups += 1
        expect(exit, said).toBe(name.endsWith(HALF) ? 2 : 0)
        rmSync(join(place, name))
      }
    }
    expect(await run(backUp())).toMatchObject({ exit: 0 })
    await traffic.untilAnswered(100)
  } finally {
    await traffic.end()
  }

  const [name = ''] = backups(place)
  const restore = () => startProgram('cli/restore.ts', elsewhere, '', [join(place, name)])
  const words = [
    'Making the database',
    'audit_lanes',
    'patients:',
    'patient_records',
    'patient_status_changes',
  ]
  for (const word of [...words, 'counted;']) {
    await killedAt(restore(), word)
    const { exit, said } = await run(startProgram('cli/verifyAudit.ts', elsewhere))
    // A restore killed halfway leaves a clinic that does not open. If it was killed earlier or later, start over.
    if (exit === 0) rmSync(there.path, { recursive: true, force: true })
    else {
      expect(said).toContain('Run npm run restore again')
      cutOff.restores += 1
    }
  }
  console.log(`Killed halfway: ${JSON.stringify(cutOff)}`)
  const restored = await run(restore())
  expect(restored).toMatchObject({ exit: 0, said: expect.stringContaining('The audit trail is intact') })
  expect((await run(restore())).said).toContain('This is no empty place')

  const again = await startServer(elsewhere)
  try {
    expect(await brokenAuditLog(elsewhere)).toBe(null)
    expect(await broken(there, new Map())).toEqual([])
    const caller = await signIn(again.url, account)
    const { json } = await caller('GET', `/api/patients/${patientId}/records`)
    expect(json).toHaveLength(RECORDS)
  } finally {
    await again.stop()
    await server.stop()
    folder.remove()
    there.remove()
    rmSync(place, { recursive: true, force: true })
  }
})
