import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { writeFolder } from '#infra/archives.ts'
import { makeTimeStamps } from '#infra/evidence/timeStamps.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { isOpenSsl3 } from '#tests/support/openssl.ts'
import { asOwner } from '#tests/support/rights.ts'
import { tamper } from '#tests/support/tamper.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test as base } from '#tests/support/test.ts'
import { openTimeStampServer, type TimeStampServer } from '#tests/support/timeStampServer.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { exportEvidence } from './exportEvidence.ts'
import { readTreeHead } from './readTreeHead.ts'
import { signHead, textOf } from './signHead.ts'
import { stampNewestHead } from './stampHead.ts'
import { verifyEvidence } from './verifyEvidence.ts'

const HOUR = 3_600_000

/** `test` with a time-stamp service whose clock is that of the clinic, and whose certificates have ended since. */
const test = base.extend<{ service: TimeStampServer }>({
  service: async ({ clinic }, use) => {
    await using service = await openTimeStampServer({ end: new Date('2026-03-01') })
    service.at = () => clinic.now
    clinic.instances.timeStamps = makeTimeStamps(service.settings)
    await use(service)
    clinic.instances.timeStamps = null
  },
})

const pass = (clinic: TestClinic, ms: number) => {
  clinic.now = new Date(clinic.now.getTime() + ms)
}

/** A new row, signed. */
async function act(clinic: TestClinic) {
  const { id: patientId } = await clinic.patient()
  await audit(clinic.anonymous(), { action: 'viewed', resourceType: 'patient', patientId })
  await signHead(clinic.anonymous())
  return patientId
}

const stampsOf = ({ db }: TestClinic) =>
  db.evidenceTimeStamp.findMany({
    orderBy: { headNumber: 'asc' },
    select: { headNumber: true, stampedAt: true },
  })

test('without a service, nothing is stamped, and the audit screen shows none', async ({ clinic }) => {
  await act(clinic)
  expect(await stampNewestHead(clinic.anonymous())).toEqual([])
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  expect(await readTreeHead(admin, {})).toMatchObject({ timeStamps: [] })
  expect(await verifyEvidence(clinic.anonymous())).toMatchObject({ brokenLink: null, timeStamps: null })
})

test('the newest head is stamped once an hour, and only if there are new rows', async ({
  clinic,
  service,
}) => {
  const ctx = clinic.anonymous()
  expect(await stampNewestHead(ctx), 'no head yet').toEqual([])
  await act(clinic)
  const first = clinic.now
  await stampNewestHead(ctx)
  await stampNewestHead(ctx)
  expect(await stampsOf(clinic)).toEqual([{ headNumber: 1n, stampedAt: first }])
  expect(service.seen).toEqual([
    Buffer.from((await clinic.db.evidenceHead.findFirstOrThrow()).sha256).toString('hex'),
  ])
  pass(clinic, 2 * HOUR)
  await signHead(ctx)
  await stampNewestHead(ctx)
  expect(service.asked(), 'a head without new rows is not stamped').toBe(1)
  await act(clinic)
  await stampNewestHead(ctx)
  await act(clinic)
  await stampNewestHead(ctx)
  expect((await stampsOf(clinic)).map(({ headNumber }) => headNumber)).toEqual([1n, 3n])
  expect(await verifyEvidence(ctx)).toMatchObject({ brokenLink: null, timeStamps: 2 })
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  expect(await readTreeHead(admin, {})).toMatchObject({
    timeStamps: [{ service: service.settings.services[0]?.host, stampedAt: clinic.now, isLate: false }],
  })
})

test('a service that fails is reported, and after a day administrators are alerted once', async ({
  clinic,
  service,
}) => {
  const ctx = clinic.anonymous()
  const admin = clinic.as(await clinic.user({ role: 'admin' }))
  const alerts = () => clinic.db.alert.count({ where: { type: 'time_stamp_late' } })
  const isLate = async () => (await readTreeHead(admin, {}))?.timeStamps[0]?.isLate
  await act(clinic)
  service.fault = 'server error'
  const failed = [{ service: service.settings.services[0]?.host, problem: 'it answered with HTTP 503' }]
  expect(await stampNewestHead(ctx)).toEqual(failed)
  pass(clinic, 23 * HOUR)
  await stampNewestHead(ctx)
  expect([await alerts(), await isLate()]).toEqual([0, false])
  pass(clinic, 2 * HOUR)
  await stampNewestHead(ctx)
  await stampNewestHead(ctx)
  expect([await alerts(), await isLate()]).toEqual([1, true])
  service.fault = null
  expect(await stampNewestHead(ctx)).toEqual([])
  expect([await stampsOf(clinic), await isLate()]).toMatchObject([[{ headNumber: 1n }], false])
})

test('a time stamp is not kept when the clocks differ by more than a minute', async ({ clinic, service }) => {
  await act(clinic)
  service.at = () => new Date(clinic.now.getTime() + 70_000)
  expect(await stampNewestHead(clinic.anonymous())).toMatchObject([
    { problem: 'the clock of the database is 70 seconds behind its clock' },
  ])
  expect(await stampsOf(clinic)).toEqual([])
})

test('no head is signed after the clock was set back little by little behind a time stamp', async ({
  clinic,
  service,
}) => {
  const ctx = clinic.anonymous()
  await act(clinic)
  await stampNewestHead(ctx)
  const stampedAt = clinic.now.getTime()
  while (clinic.now.getTime() >= stampedAt - 295_000) {
    pass(clinic, -5000)
    await signHead(ctx)
  }
  pass(clinic, -5000)
  await expect(signHead(ctx)).rejects.toMatchObject({ brokenLink: { kind: 'clock' } })
  expect(service.asked()).toBe(1)
})

const forgeries: [string, string, string][] = [
  [
    'the time of a time stamp',
    "UPDATE evidence_time_stamps SET stamped_at = stamped_at - interval '1 hour'",
    'time_stamp',
  ],
  [
    'the answer of the service',
    'UPDATE evidence_time_stamps SET response = set_byte(response, length(response) - 1, get_byte(response, length(response) - 1) # 1)',
    'time_stamp',
  ],
  [
    'the head of a time stamp',
    'UPDATE evidence_time_stamps SET head_number = 3 WHERE head_number = 2; DELETE FROM evidence_time_stamps WHERE head_number = 1',
    'time_stamp',
  ],
]
test.for(forgeries)(
  'the check finds that %s was changed',
  async ([, sql, kind], { clinic, database, service }) => {
    const ctx = clinic.anonymous()
    for (let heads = 0; heads < 3; heads += 1) {
      await act(clinic)
      if (heads < 2) await stampNewestHead(ctx)
      pass(clinic, HOUR)
    }
    expect(await verifyEvidence(ctx)).toMatchObject({ brokenLink: null, timeStamps: 2 })
    await tamper(database, sql)
    expect((await verifyEvidence(ctx)).brokenLink).toMatchObject({ kind })
    expect(service.asked()).toBe(2)
  },
)

test('time stamps cannot be changed or removed', async ({ clinic, database, service }) => {
  await act(clinic)
  await stampNewestHead(clinic.anonymous())
  expect(service.asked()).toBe(1)
  for (const sql of [
    'UPDATE evidence_time_stamps SET stamped_at = now()',
    'DELETE FROM evidence_time_stamps',
  ]) {
    await expect(clinic.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied/)
    await asOwner(database, (owner) => expect(owner.query(sql)).rejects.toThrow(/append-only/))
  }
})

const canRun = isOpenSsl3 && spawnSync('python3', ['--version']).status === 0

/** Exports everything to a new folder. */
async function exported(ctx: RequestContext): Promise<string> {
  const folder = join(temporaryFolder(), 'out')
  await writeFolder(folder, (add) => exportEvidence(ctx, add, { patientId: null, redact: [], pins: [] }))
  return folder
}

const verifyIn = (folder: string) => {
  const { status, stdout, stderr } = spawnSync('python3', [join(folder, 'verify.py')])
  return { status, said: `${stdout}${stderr}` }
}

test.runIf(canRun)(
  'a stranger verifies the time stamps of an exported folder',
  async ({ clinic, service }) => {
    const ctx = clinic.anonymous()
    for (let days = 0; days < 2; days += 1) {
      await act(clinic)
      await stampNewestHead(ctx)
      pass(clinic, 24 * HOUR)
    }
    const folder = await exported(ctx)
    expect(verifyIn(folder)).toMatchObject({ status: 0, said: expect.stringContaining('time stamps 2, ') })
    const [first = '', second = ''] = readdirSync(join(folder, 'time-stamps')).sort()
    copyFileSync(join(folder, 'time-stamps', first), join(folder, 'time-stamps', second))
    expect(verifyIn(folder)).toEqual({ status: 1, said: `BAD: the time stamp ${second}\n` })
    expect(service.asked()).toBe(2)
  },
)

test.runIf(canRun)(
  'a stranger finds a head that is older than an earlier time stamp',
  async ({ clinic, service }) => {
    const ctx = clinic.anonymous()
    await act(clinic)
    const { logId, number, note } = await clinic.db.evidenceHead.findFirstOrThrow()
    pass(clinic, 24 * HOUR)
    await act(clinic)
    // As if the operator had set the clock back and removed the check from the program.
    service.at = () => new Date(clinic.now.getTime() + HOUR)
    const [one] = ctx.timeStamps?.services ?? []
    if (!one) throw new Error('No service is set')
    const stamp = await one.stamp(Buffer.from(textOf(note)))
    await clinic.db.evidenceTimeStamp.create({
      data: {
        logId,
        headNumber: number,
        service: one.name,
        stampedAt: stamp.at,
        response: new Uint8Array(stamp.response),
      },
    })
    expect((await verifyEvidence(ctx)).brokenLink).toMatchObject({ kind: 'clock' })
    pass(clinic, 24 * HOUR)
    const folder = await exported(ctx)
    expect(verifyIn(folder)).toEqual({
      status: 1,
      said: expect.stringMatching(/^BAD: the clock was set back after 1-/),
    })
  },
)
