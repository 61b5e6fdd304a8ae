import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { audit } from '#operations/audit.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { runProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'

// The real programs, as `npm run evidence:export` and `npm run evidence:verify` start them.

test('a patient’s evidence is exported with an entry in the accounting, and its head is found again', async ({
  clinic,
  database,
}) => {
  const admin = await clinic.user({ role: 'admin' })
  const patient = await clinic.patient()
  await audit(clinic.as(admin), { action: 'viewed', resourceType: 'patient', patientId: patient.id })
  const dataDir = join(temporaryFolder(), 'data')
  const settings = {
    NODE_ENV: 'production',
    SESSION_SECRET,
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
  }
  const run = (program: 'exportEvidence' | 'verifyEvidence', ...words: string[]) =>
    runProgram(`cli/${program}.ts`, settings, words)
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
    said: expect.stringMatching(/\n3 rows, 0 forms, 0 scans, 1 tree head and 0 time stamps/),
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
