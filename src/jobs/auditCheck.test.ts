import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished } from 'vitest'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { startJobs } from './jobs.ts'

/** A log, and a promise of its first line that contains `sentence`. */
function watchedLog(sentence: string) {
  let found: (line: Record<string, unknown>) => void
  const line = new Promise<Record<string, unknown>>((done) => {
    found = done
  })
  const stream = new Writable({
    write: (chunk, _encoding, next) => {
      const entry = JSON.parse(String(chunk))
      if (entry.msg === sentence) found(entry)
      next()
    },
  })
  return { log: pino({}, stream), line }
}

test('the workers verify the audit log and write its digest to the server log', async ({
  clinic,
  database,
}) => {
  const { log, line } = watchedLog('audit trail intact')
  const jobs = await startJobs(clinic.instances, database.ownerUrl, log)
  onTestFinished(jobs.stop)
  await clinic.db.$executeRaw`SELECT enqueue_job('check_audit_trail', '{}', now(), 'by hand')`
  const check = await line
  expect(check).toMatchObject({ level: 30, rows: 0, digest: expect.stringMatching(/^[\da-f]{64}$/) })
  expect(await clinic.db.auditCheck.findFirst()).toMatchObject({ id: check.check, isIntact: true })
})

test('a broken audit log is an error in the server log, with its position', async ({ clinic, database }) => {
  await clinic.user({ role: 'admin' })
  await asOwner(database, (owner) => owner.query('UPDATE audit_lanes SET length = 1 WHERE lane = 5'))
  const { log, line } = watchedLog('audit trail broken')
  const jobs = await startJobs(clinic.instances, database.ownerUrl, log)
  onTestFinished(jobs.stop)
  await clinic.db.$executeRaw`SELECT enqueue_job('check_audit_trail', '{}', now(), 'by hand')`
  expect(await line).toMatchObject({
    level: 50,
    brokenLink: { lane: 5, position: 1, kind: 'missing', rowId: null },
  })
  expect(await clinic.db.alert.count({ where: { type: 'audit_chain_broken' } })).toBe(1)
})
