import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { writeFolder } from '#infra/archives.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { rehash, reseal, tamper } from '#tests/support/tamper.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { type EvidenceWanted, exportEvidence } from './exportEvidence.ts'
import { hasHead } from './hasHead.ts'
import { leafHashOf, type ReadRow } from './leaf.ts'
import { isIncluded } from './merkle.ts'
import { openNote, originOf } from './note.ts'
import { signHead } from './signHead.ts'

const canRun = isOpenSsl3 && spawnSync('python3', ['--version']).status === 0

const newFolder = () => join(temporaryFolder(), 'out')
const all: EvidenceWanted = { patientId: null, redact: [], pins: [] }

async function withHistory(clinic: TestClinic) {
  const ctx = clinic.as(await clinic.user({ role: 'admin' }))
  const [one, two] = [await clinic.patient(), await clinic.patient()]
  for (const patient of [one, two]) {
    await audit(ctx, { action: 'viewed', resourceType: 'patient', patientId: patient.id })
    await signHead(clinic.anonymous())
    clinic.now = new Date(clinic.now.getTime() + 86_400_000)
  }
  await audit(ctx, { action: 'listed', resourceType: 'patient', patientIds: [one.id, two.id] })
  return { one, two }
}

/** Exports to a folder, as the command does. */
const exportTo = (folder: string, ctx: RequestContext, wanted: EvidenceWanted) =>
  writeFolder(folder, (add) => exportEvidence(ctx, add, wanted))

const python = (folder: string, ...pins: string[]) => {
  const { status, stdout, stderr } = spawnSync('python3', [join(folder, 'verify.py'), ...pins])
  return { status, said: `${stdout}${stderr}` }
}

const linesOf = (folder: string) =>
  readFileSync(join(folder, 'rows.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('the folder of a patient has the rows about the patient and no ID of another one', async ({
  clinic,
}) => {
  const { one, two } = await withHistory(clinic)
  const folder = newFolder()
  const done = await exportTo(folder, clinic.anonymous(), {
    ...all,
    patientId: one.id,
    redact: ['ip_address'],
  })
  const lines = linesOf(folder)
  // Viewed, listed with the other patient, and this export.
  expect([done.rows, lines.length]).toEqual([3, 3])
  expect(readFileSync(join(folder, 'rows.jsonl'), 'utf8')).not.toContain(two.id)
  expect(lines[0].fields.ip_address).toEqual({ redacted: expect.stringMatching(/^[\da-f]{64}$/) })
  expect(await clinic.db.auditLog.findFirst({ where: { resourceType: 'evidence' } })).toMatchObject({
    action: 'exported',
    patientId: one.id,
    details: { redacted: ['ip_address'] },
  })
  // The second implementation of the check, for machines without Python.
  const key = clinic.anonymous().evidenceKeyOf()
  const newest = await clinic.db.evidenceHead.findFirstOrThrow({ orderBy: { number: 'desc' } })
  const head = openNote(newest.note, originOf(key.logId), key.publicKey)
  const { fields, chain, position, index, proof } = lines[2]
  const values = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, (field as { value?: string }).value ?? null]),
  )
  const row = {
    user_name: null,
    user_role: null,
    ...values,
    ip_address: '192.0.2.1',
    lane: chain,
    position,
  } as unknown as ReadRow
  const path = proof.map((hash: string) => Buffer.from(hash, 'base64'))
  const holds = (leaf: Buffer) => isIncluded(leaf, index, head?.size ?? 0, path, head?.root ?? leaf)
  expect(holds(leafHashOf(key, row))).toBe(true)
  expect(holds(leafHashOf(key, { ...row, action: 'deleted' }))).toBe(false)
})

test('leaving out the ID of the user leaves out the name and the role', async ({ clinic }) => {
  const { one } = await withHistory(clinic)
  const folder = newFolder()
  await exportTo(folder, clinic.anonymous(), { ...all, patientId: one.id, redact: ['user_id'] })
  const { user_id: id, user_name: name, user_role: role } = linesOf(folder)[0].fields
  for (const field of [id, name, role])
    expect(field).toEqual({ redacted: expect.stringMatching(/^[\da-f]{64}$/) })
})

test('a folder that has files, an unknown patient and an unknown pin are refused', async ({ clinic }) => {
  await withHistory(clinic)
  const ctx = clinic.anonymous()
  const folder = newFolder()
  await exportTo(folder, ctx, all)
  await expect(exportTo(folder, ctx, all)).rejects.toThrow('is not empty')
  const patientId = '01a1fcf0-bbdc-730f-8d22-fb8393291341'
  await expect(exportTo(newFolder(), ctx, { ...all, patientId })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(exportTo(newFolder(), ctx, { ...all, pins: ['0'.repeat(64)] })).rejects.toThrow('rolled back')
})

test('verify.py has at most 80 lines', () => {
  expect(
    readFileSync(new URL('./verify.py', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n').length,
  ).toBeLessThanOrEqual(80)
})

describe.runIf(canRun)('with Python and OpenSSL', () => {
  test('verify.py verifies an honest export, with an earlier head as pin', async ({ clinic }) => {
    const { one } = await withHistory(clinic)
    const ctx = clinic.anonymous()
    const earlier = await exportTo(newFolder(), ctx, all)
    await audit(ctx, { action: 'viewed', resourceType: 'patient', patientId: one.id })
    const folder = newFolder()
    await exportTo(folder, ctx, { ...all, patientId: one.id, pins: [earlier.latest] })
    expect(python(folder, earlier.latest)).toMatchObject({
      status: 0,
      said: expect.stringContaining('Everything matches: rows 4, '),
    })
    expect(python(folder, '0'.repeat(64))).toMatchObject({
      status: 1,
      said: expect.stringContaining('no head has'),
    })
    expect(await hasHead(ctx, earlier.latest)).toBe(true)
    expect(await hasHead(ctx, '0'.repeat(64))).toBe(false)
  })

  const changes: [string, string, (text: string) => string][] = [
    ['a value', 'rows.jsonl', (text) => text.replace('"value":"viewed"', '"value":"listed"')],
    ['the name of a field', 'rows.jsonl', (text) => text.replace('"user_role":', '"role":')],
    ['a position', 'rows.jsonl', (text) => text.replace('"position":1,', '"position":2,')],
    [
      'a redacted hash',
      'rows.jsonl',
      (text) =>
        text.replace('"redacted":"', '"redacted":"00').replace(/("redacted":"[\da-f]{64})[\da-f]{2}/, '$1'),
    ],
    ['the size of a head', 'heads/1.txt', (text) => text.replace(/\n1\n/, '\n2\n')],
    [
      'a consistency proof',
      'log.json',
      (text) => text.replace(/"consistency": \[\s+\[\s+"./, (start) => `${start.slice(0, -1)}_`),
    ],
  ]
  test.for(changes)('verify.py finds that %s was changed', async ([, file, change], { clinic }) => {
    await withHistory(clinic)
    const folder = newFolder()
    await exportTo(folder, clinic.anonymous(), { ...all, redact: ['user_agent'] })
    const path = join(folder, file)
    const before = readFileSync(path, 'utf8')
    expect(python(folder).status).toBe(0)
    writeFileSync(path, change(before))
    expect(readFileSync(path, 'utf8')).not.toBe(before)
    expect(python(folder).status).toBe(1)
  })

  test('a superuser who rewrites the trail and the whole log cannot keep an exported head', async ({
    clinic,
    database,
  }) => {
    await withHistory(clinic)
    const ctx = clinic.anonymous()
    const { latest } = await exportTo(newFolder(), ctx, all)
    const { lane } = await clinic.db.auditLog.findFirstOrThrow({
      where: { position: 1 },
      select: { lane: true },
    })
    const { length } = await clinic.db.auditLane.findFirstOrThrow({ where: { lane } })
    await tamper(
      database,
      `UPDATE audit_logs SET user_id = NULL WHERE lane = :A AND position = 1;
       UPDATE audit_logs SET hash = sha256(sha256('') || audit_text(audit_logs)) WHERE lane = :A AND position = 1;
       ${rehash(2, Number(length))} ${reseal}
       DELETE FROM evidence_heads; DELETE FROM evidence_tiles; DELETE FROM evidence_segments`.replaceAll(
        ':A',
        String(lane),
      ),
    )
    // The log is signed again with the stolen key, so it is consistent.
    await signHead(ctx)
    expect(await hasHead(ctx, latest)).toBe(false)
    await expect(exportTo(newFolder(), ctx, { ...all, pins: [latest] })).rejects.toThrow('rolled back')
  })
})
