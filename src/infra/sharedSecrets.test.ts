import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { askOwner } from '#tests/support/backups.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { quickSeal, rsaSeal } from '#tests/support/seal.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { test } from '#tests/support/test.ts'
import { recordKeyId } from './records/recordKeys.ts'
import { claimSecrets, replaceSecret, requireSecrets, type SecretSettings } from './sharedSecrets.ts'
import { fingerprintOf } from './signing/seal.ts'
import { certifyOneself } from './signing/sealCertificate.ts'
import type { SealIdentity } from './signing/sealCms.ts'

const [older, newer, other] = ['older', 'newer', 'other'].map((word) => word.repeat(8)) as [
  string,
  string,
  string,
]
const keys = Array.from({ length: 3 }, () => randomBytes(32)) as [Buffer, Buffer, Buffer]

type Start = (more?: Partial<SecretSettings>) => Promise<void>

/** Starts processes of one clinic, each with a data folder of its own unless it names one. */
const starting =
  ({ ownerUrl }: TestDatabase, log: (sentence: string) => void = () => {}): Start =>
  async (more) =>
    claimSecrets(ownerUrl, await processSettings(more), log)

const processSettings = async (more: Partial<SecretSettings> = {}): Promise<SecretSettings> => ({
  dataDir: temporaryFolder(),
  clinicName: 'Test Clinic',
  sessionSecrets: [older],
  recordsKeys: [keys[0]],
  seal: await quickSeal(),
  evidenceKey: keys[0],
  hashCost: { N: 2, p: 1 },
  ...more,
})

describe('a process with other secrets than the first one on its database does not start', () => {
  test.for<[string, () => Promise<Partial<SecretSettings>>, string]>([
    ['SESSION_SECRET', async () => ({ sessionSecrets: [other] }), 'SESSION_SECRET does not include'],
    ['RECORDS_KEY', async () => ({ recordsKeys: [keys[1]] }), 'RECORDS_KEY (or records-key in DATA_DIR)'],
    ['no RECORDS_KEY', async () => ({ recordsKeys: undefined }), 'RECORDS_KEY (or records-key in DATA_DIR)'],
    ['SEAL_KEY', async () => ({ seal: await rsaSeal() }), 'SEAL_KEY (or seal.pem in DATA_DIR)'],
    ['EVIDENCE_KEY', async () => ({ evidenceKey: keys[1] }), 'EVIDENCE_KEY (or evidence-key in DATA_DIR)'],
    [
      'no EVIDENCE_KEY',
      async () => ({ evidenceKey: undefined }),
      'EVIDENCE_KEY (or evidence-key in DATA_DIR)',
    ],
    ['no SEAL_KEY', async () => ({ seal: undefined }), 'SEAL_KEY (or seal.pem in DATA_DIR)'],
  ])('%s', async ([, others, sentence], { clinic: _, database }) => {
    const start = starting(database)
    await start()
    await start()
    const dataDir = temporaryFolder()
    const refused = start({ dataDir, ...(await others()) })
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toThrow('docs/operators.md')
    expect(existsSync(join(dataDir, 'records-key')), 'no key of its own').toBe(false)
    expect(existsSync(join(dataDir, 'seal.pem')), 'no seal of its own').toBe(false)
    expect(existsSync(join(dataDir, 'evidence-key')), 'no evidence key of its own').toBe(false)
  })

  test('and says so of all of them at once', async ({ clinic: _, database }) => {
    const start = starting(database)
    await start()
    const refused = start({ sessionSecrets: [other], recordsKeys: [keys[1]] })
    await expect(refused).rejects.toThrow(/^SESSION_SECRET .*\nRECORDS_KEY /)
  })
})

test('a secret is rotated by a new one before the old one; then the old one alone is refused', async ({
  clinic,
  database,
}) => {
  const said: string[] = []
  const start = starting(database, (sentence) => said.push(sentence))
  const before = { sessionSecrets: [older] as const, recordsKeys: [keys[0]] }
  const during = { sessionSecrets: [newer, older] as const, recordsKeys: [keys[1], keys[0]] }
  const after = { sessionSecrets: [newer] as const, recordsKeys: [keys[1]] }
  await start(before)
  expect(await secretRows(clinic)).toEqual([])
  for (const next of [during, during, after]) await start(next)
  await expect(start(before)).rejects.toThrow(/SESSION_SECRET .*\nRECORDS_KEY /)
  // A list in another order is still complete, but the older secret does not become the current one again.
  await start({ sessionSecrets: [older, newer], recordsKeys: [keys[0], keys[1]] })
  await expect(start(before)).rejects.toThrow('SESSION_SECRET')
  expect(said).toEqual(
    ['SESSION_SECRET', 'RECORDS_KEY'].map(
      (name) => `${name} has a newer secret: from now on, every process that starts needs it`,
    ),
  )
  expect(await secretRows(clinic)).toEqual([
    { resourceId: 'RECORDS_KEY', userAgent: 'caseload' },
    { resourceId: 'SESSION_SECRET', userAgent: 'caseload' },
  ])
})

test('SEAL_KEY can replace the seal in DATA_DIR, and a renewed certificate of the same key is no change', async ({
  clinic: _,
  database,
}) => {
  const start = starting(database)
  const dataDir = temporaryFolder()
  await start({ dataDir, seal: undefined })
  const seal = await rsaSeal()
  await start({ dataDir, seal })
  const pair = { privateKey: seal.key, publicKey: createPublicKey(seal.key) }
  await start({ seal: { ...seal, chain: [await certifyOneself(pair, 'Renewed', new Date())] } })
  await expect(start({ dataDir: temporaryFolder(), seal: undefined })).rejects.toThrow('SEAL_KEY')
})

test('a replaced seal vouches for the next one, as long as its key is there', async ({
  clinic,
  database,
}) => {
  const start = starting(database)
  const dataDir = temporaryFolder()
  const [first, second, third] = [await rsaSeal('First'), await rsaSeal('Second'), await rsaSeal('Third')]
  keepAsSealPem(dataDir, first)
  await start({ dataDir, seal: undefined })
  await start({ dataDir, seal: second })
  await start({ dataDir, seal: second })
  await replaceSecret(database.ownerUrl, await processSettings({ seal: third }), 'SEAL_KEY')
  await start({ seal: third })
  const recorded = await clinic.db.sealCertificate.findMany({ orderBy: { recordedAt: 'asc' } })
  expect(recorded).toMatchObject([
    { fingerprint: fingerprintOf(first), certificates: first.chain.map(String), crossSigned: null },
    { fingerprint: fingerprintOf(second), crossSigned: expect.stringContaining('BEGIN CERTIFICATE') },
    { fingerprint: fingerprintOf(third), crossSigned: null },
  ])
  const crossSigned = new X509Certificate(recorded[1]?.crossSigned ?? '')
  expect(crossSigned.verify(first.chain[0].publicKey), 'signed by the seal before').toBe(true)
  expect(crossSigned.publicKey.equals(second.chain[0].publicKey)).toBe(true)
  const rows = await clinic.db.auditLog.findMany({
    where: { resourceType: 'seal_certificate' },
    orderBy: { createdAt: 'asc' },
  })
  expect(rows).toMatchObject([
    {
      resourceId: fingerprintOf(second),
      details: { replaces: fingerprintOf(first), isCrossSigned: true },
    },
    {
      resourceId: fingerprintOf(third),
      details: { replaces: fingerprintOf(second), isCrossSigned: false },
    },
  ])
  await expect(clinic.db.sealCertificate.deleteMany(), 'the application cannot change them').rejects.toThrow(
    'permission denied',
  )
})

test('of two processes that start at once on a new database with secrets of their own, one starts', async ({
  clinic: _,
  database,
}) => {
  const start = starting(database)
  const both = await Promise.allSettled(
    [older, other].map((secret) =>
      start({ sessionSecrets: [secret], recordsKeys: undefined, seal: undefined }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('on a database from before the check, the key of its newest record is required', async ({
  clinic,
  database,
}) => {
  const start = starting(database)
  const [patient, user] = [await clinic.patient(), await clinic.user()]
  await clinic.db.patientRecord.create({
    data: {
      ...{ patientId: patient.id, uploadedById: user.id, fileName: 'a.pdf', filePath: 'a', fileSize: 1 },
      ...{ mimeType: 'application/pdf', sha256: 'a'.repeat(64) },
      ...{ wrappedKey: Buffer.from('key'), keyId: recordKeyId(keys[1]) },
    },
  })
  await expect(start()).rejects.toThrow('RECORDS_KEY')
  await start({ recordsKeys: [keys[0], keys[1]] })
})

test('a command checks only the secrets that it uses, and records none', async ({ clinic: _, database }) => {
  const settings = await processSettings()
  await requireSecrets(database.ownerUrl, settings, ['RECORDS_KEY'])
  expect(await askOwner(database, 'select * from secret_checks')).toEqual([])
  await claimSecrets(database.ownerUrl, settings, () => {})
  const others = { ...settings, sessionSecrets: [other] as const }
  await requireSecrets(database.ownerUrl, others, ['RECORDS_KEY'])
  await expect(requireSecrets(database.ownerUrl, others, ['SESSION_SECRET'])).rejects.toThrow(
    'SESSION_SECRET',
  )
})

test('a replaced session secret ends all sessions and is in the audit log', async ({
  clinic,
  database,
  server,
}) => {
  const start = starting(database)
  await start()
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const replace = async (secret: string) =>
    replaceSecret(database.ownerUrl, await processSettings({ sessionSecrets: [secret] }), 'SESSION_SECRET')
  expect(await replace(older), 'the current one').toBe(false)
  expect(await clinic.db.session.count()).toBe(1)
  expect(await replace(newer)).toBe(true)
  expect(await clinic.db.session.count()).toBe(0)
  expect((await visitor.call('GET', '/api/patients')).status).toBe(401)
  await start({ sessionSecrets: [newer] })
  await expect(start({ sessionSecrets: [older] })).rejects.toThrow('SESSION_SECRET')
  expect(await secretRows(clinic)).toEqual([
    { resourceId: 'SESSION_SECRET', userAgent: 'npm run secrets:replace' },
  ])
})

test('a lost key of the records is replaced by a new one in DATA_DIR', async ({ clinic: _, database }) => {
  const start = starting(database)
  const dataDir = temporaryFolder()
  await start({ dataDir, recordsKeys: undefined })
  rmSync(join(dataDir, 'records-key'))
  await expect(start({ dataDir, recordsKeys: undefined })).rejects.toThrow('RECORDS_KEY')
  const settings = await processSettings({ dataDir, recordsKeys: undefined })
  expect(await replaceSecret(database.ownerUrl, settings, 'RECORDS_KEY')).toBe(true)
  await start({ dataDir, recordsKeys: undefined })
})

test('the database has no secret, and the application cannot read what it has', async ({
  clinic,
  database,
}) => {
  await starting(database)()
  const rows = JSON.stringify(await askOwner(database, 'select * from secret_checks'))
  expect(rows).not.toContain(older)
  expect(rows).not.toContain(keys[0].toString('base64'))
  await expect(clinic.db.secretCheck.findMany()).rejects.toThrow('permission denied')
})

function keepAsSealPem(dataDir: string, { key, chain }: SealIdentity): void {
  writeFileSync(join(dataDir, 'seal.pem'), `${key.export({ format: 'pem', type: 'pkcs8' })}${chain[0]}`)
}

const secretRows = ({ db }: TestClinic) =>
  db.auditLog.findMany({
    where: { resourceType: 'server_secret' },
    select: { resourceId: true, userAgent: true },
    orderBy: { resourceId: 'asc' },
  })
