import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished } from 'vitest'
import { audit } from '#operations/audit.ts'
import { openTestClinic, SESSION_SECRET } from '#tests/support/clinic.ts'
import { bringPaper } from '#tests/support/paperForms.ts'
import { runProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'

// The real programs, as `npm run evidence:export` and `npm run evidence:verify` start them.

// The database remembers the keys in it, so the tests share one.
const dataDir = mkdtempSync(join(tmpdir(), 'caseload-evidence-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** The programs as an operator starts them. */
function programsOn({ ownerUrl }: { ownerUrl: string }) {
  const settings = {
    NODE_ENV: 'production',
    SESSION_SECRET,
    DATABASE_URL: ownerUrl,
    DATA_DIR: dataDir,
  }
  return (program: 'exportEvidence' | 'verifyEvidence', ...words: string[]) =>
    runProgram(`cli/${program}.ts`, settings, words)
}

test('a patient’s evidence is exported with an entry in the accounting, and its head is found again', async ({
  clinic,
  database,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  await audit(clinic.as(admin), { action: 'viewed', resourceType: 'patient', patientId: patient.id })
  const run = programsOn(database)
  const folder = join(temporaryFolder(), 'out')
  const wanted = ['--patient', patient.id, '--to', folder, '--purpose', 'Court order 26-CV-118']
  const refused = await run(
    'exportEvidence',
    ...wanted,
    '--recipient',
    'Superior Court',
    '--by',
    'nobody@clinic.test',
  )
  expect(refused).toEqual({ exit: 1, said: expect.stringContaining('--by nobody@clinic.test') })
  const done = await run('exportEvidence', ...wanted, '--recipient', 'Superior Court', '--by', admin.email)
  expect(done).toEqual({
    exit: 0,
    said: expect.stringMatching(/\n3 rows, 0 forms, 0 scans, 0 sealed scans, 1 tree head and 0 time stamps/),
  })
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('openssl pkeyutl')
  expect(await clinic.db.manualDisclosure.findMany()).toMatchObject([
    { patientId: patient.id, recipientName: 'Superior Court', enteredById: admin.id },
  ])
  const hash = /head: ([\da-f]{64})/.exec(done.said)?.[1] ?? ''
  expect(await run('verifyEvidence', '--pin', hash)).toEqual({
    exit: 0,
    said: expect.stringContaining('Intact'),
  })
  expect(await run('verifyEvidence', '--pin', 'f'.repeat(64))).toEqual({
    exit: 1,
    said: expect.stringContaining('was rolled back'),
  })
})

test('an export that lacks a scan is not complete', async ({ database }) => {
  const clinic = await openTestClinic(database.ownerUrl, { dataDir })
  onTestFinished(clinic.close)
  const staff = clinic.as(await clinic.user())
  const patient = await clinic.patient({ createdById: staff.actor.id, status: 'consent_sent' })
  await bringPaper(staff, patient.id)
  const { filePath } = await clinic.db.patientRecord.findFirstOrThrow()
  const run = programsOn(database)
  const everything = () => run('exportEvidence', '--all', '--to', join(temporaryFolder(), 'out'))
  expect(await everything()).toEqual({ exit: 0, said: expect.stringContaining(' 1 scan,') })
  await clinic.instances.recordStore.remove(filePath)
  expect(await everything()).toEqual({
    exit: 1,
    said: expect.stringMatching(/ 0 scans, .*\nThe scan of request \S+ is missing: /),
  })
})
