import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { audit } from '#operations/audit.ts'
import type { OperationContext } from '#operations/context.ts'
import { signTreeHead } from '#operations/evidence/signTreeHead.ts'
import { temporaryFolder } from '#tests/support/backups.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { quickSeal } from '#tests/support/seal.ts'
import { test } from '#tests/support/test.ts'
import { type EvidenceWishes, writeEvidence } from './evidenceFolder.ts'

// Python and openssl verify the folders, as a stranger would. A machine without them fails here and says so.

type Outcome = { exit: number; said: string }

const run = (file: string, words: string[], cwd: string): Promise<Outcome> =>
  promisify(execFile)(file, words, { cwd }).then(
    ({ stdout }) => ({ exit: 0, said: stdout }),
    (error: { code: number | string; stdout?: string }) => {
      if (typeof error.code === 'string') throw new Error(`${file} is needed for this test: ${error.code}`)
      return { exit: error.code, said: error.stdout ?? '' }
    },
  )

const verify = (folder: string, ...words: string[]) => run('python3', ['verify.py', ...words], folder)
const linesOf = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')

async function exported(ctx: OperationContext, wishes: EvidenceWishes = {}) {
  const folder = join(temporaryFolder(), 'evidence')
  return { folder, ...(await writeEvidence(ctx, folder, wishes, await quickSeal())) }
}

const entry = { action: 'viewed', resourceType: 'patient' } as const

async function filled(clinic: TestClinic) {
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const [patient, other] = [await clinic.patient(), await clinic.patient()]
  for (let n = 0; n < 5; n += 1) {
    await audit(admin, { ...entry, patientId: patient.id, details: { number: n } })
    await audit(admin, { ...entry, patientId: other.id })
  }
  await audit(admin, { ...entry, action: 'listed', patientIds: [patient.id, other.id] })
  return { admin, patient, other }
}

test('a stranger verifies the whole log with Python and openssl, and finds any change', async ({
  clinic,
}) => {
  const { admin } = await filled(clinic)
  const { folder, rows: count, headSha256: pin } = await exported(admin)
  expect(count).toBe(12)
  expect(
    createHash('sha256')
      .update(readFileSync(join(folder, 'last-head.txt')))
      .digest('hex'),
  ).toBe(pin)
  expect(await verify(folder, '--pin', pin)).toEqual({
    exit: 0,
    said: expect.stringMatching(/^Everything fits: 12 rows, 1 heads/),
  })
  expect(await verify(folder, '--pin', 'f'.repeat(64))).toEqual({
    exit: 1,
    said: expect.stringMatching(/^BROKEN: no head/),
  })
  const rows = linesOf(folder, 'rows.jsonl')
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const [found, changed] of [
    [/"(viewed|listed|exported)"/, '"deleted"'],
    ['"leaf":3,', '"leaf":4,'],
    [/"2026-01-05T/, '"2025-01-05T'],
  ] as const) {
    const lines = rows.map((line, at) => (at === 3 ? line.replace(found, changed) : line))
    expect(lines[3]).not.toBe(rows[3])
    put('rows.jsonl', `${lines.join('\n')}\n`)
    expect(await verify(folder)).toEqual({
      exit: 1,
      said: expect.stringMatching(/^BROKEN: row of leaf [34]:/),
    })
  }
  put('rows.jsonl', `${rows.join('\n')}\n`)
  const heads = readFileSync(join(folder, 'heads.jsonl'), 'utf8')
  put('heads.jsonl', heads.replace('\\n12\\n', '\\n13\\n'))
  expect(await verify(folder)).toEqual({
    exit: 1,
    said: expect.stringMatching(/^BROKEN: head 1: the signature/),
  })
})

test('the commands of the README verify the last head', async ({ clinic }) => {
  const { folder } = await exported((await filled(clinic)).admin)
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const commands = /# 2\. [^\n]*\n([\s\S]*?)# 3\. /.exec(readme)?.[1] ?? ''
  expect(await run('sh', ['-ec', commands], folder)).toEqual({
    exit: 0,
    said: expect.stringContaining('Verified Successfully'),
  })
  writeFileSync(
    join(folder, 'last-head.txt'),
    readFileSync(join(folder, 'last-head.txt'), 'utf8').replace('12', '13'),
  )
  expect(await run('sh', ['-ec', commands], folder)).toMatchObject({ exit: 1 })
})

test('the rows of one patient say nothing about others, and are an entry of the accounting', async ({
  clinic,
}) => {
  const { admin, patient, other } = await filled(clinic)
  const why = { recipient: 'Court of Appeals', purpose: 'Case 42', basis: 'subpoena' }
  await expect(exported(admin, { patientId: patient.id, ...why })).rejects.toThrow(
    /number that proves this basis/,
  )
  const wishes = { patientId: patient.id, ...why, reference: 'No. 7', without: ['ipAddress'] as const }
  const { folder } = await exported(admin, wishes)
  expect(await verify(folder)).toMatchObject({ exit: 0 })
  const text = readFileSync(join(folder, 'rows.jsonl'), 'utf8')
  expect(text).toContain(patient.id)
  expect(text).not.toContain(other.id)
  expect(text).not.toContain('192.0.2.1')
  // Five views, the shared list, the entry of the accounting and this export.
  expect(linesOf(folder, 'rows.jsonl')).toHaveLength(8)
  expect(await clinic.db.manualDisclosure.findMany()).toMatchObject([
    { patientId: patient.id, recipientName: 'Court of Appeals' },
  ])
  expect(await clinic.db.auditLog.count({ where: { resourceType: 'evidence', patientId: patient.id } })).toBe(
    1,
  )
})

test('only an administrator exports evidence, to an empty folder', async ({ clinic }) => {
  const { admin } = await filled(clinic)
  await expect(exported(clinic.as(await clinic.user()))).rejects.toMatchObject({ code: 'forbidden' })
  const { folder } = await exported(admin)
  await expect(writeEvidence(admin, folder, {}, null)).rejects.toThrow('is not empty')
})

test('heads are proven to continue each other, and a missing one is noticed', async ({ clinic }) => {
  const { admin } = await filled(clinic)
  for (let n = 0; n < 4; n += 1) {
    clinic.now = new Date(clinic.now.getTime() + 60_000)
    await audit(admin, entry)
    await signTreeHead(clinic.anonymous())
  }
  const { folder } = await exported(admin)
  expect(await verify(folder)).toEqual({ exit: 0, said: expect.stringMatching(/16 rows, 5 heads/) })
  const heads = linesOf(folder, 'heads.jsonl')
  writeFileSync(join(folder, 'heads.jsonl'), `${heads.filter((_, at) => at !== 2).join('\n')}\n`)
  expect(await verify(folder)).toEqual({
    exit: 1,
    said: expect.stringMatching(/^BROKEN: head 4 does not continue head 2/),
  })
})
