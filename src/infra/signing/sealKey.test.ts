import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { NEW_CLINIC } from '#domain/clinic/settings.ts'
import { rsaSeal } from '#tests/support/seal.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'
import { fingerprintOf } from './seal.ts'
import { CHAIN_MAX, makeCms, SEAL_MAX, type SealIdentity } from './sealCms.ts'
import { keepSeal, readSeal, sealIn, sealProblems } from './sealKey.ts'

const now = new Date()

let ours: SealIdentity
let other: SealIdentity

beforeAll(async () => {
  ours = await rsaSeal()
  other = await rsaSeal()
})

const keyPem = ({ key }: SealIdentity) => String(key.export({ format: 'pem', type: 'pkcs8' }))
const chainPem = ({ chain }: SealIdentity) => chain.join('')

const newDataFolder = () => join(temporaryFolder(), 'data')

test('a clinic without a seal creates and keeps one in its name that only the owner can read', async () => {
  const dataDir = newDataFolder()
  const [first, second] = await Promise.all([
    keepSeal(dataDir, 'Clínica “Sol”, S.L.', now),
    keepSeal(dataDir, 'Clínica “Sol”, S.L.', now),
  ])
  expect(fingerprintOf(first)).toBe(fingerprintOf(second))
  expect(fingerprintOf(await keepSeal(dataDir, 'Another name', now))).toBe(fingerprintOf(first))
  expect(statSync(join(dataDir, 'seal.pem')).mode & 0o777).toBe(0o600)

  const [certificate] = first.chain
  expect(first.key.asymmetricKeyDetails?.modulusLength).toBe(3072)
  expect(certificate.subject).toContain('Clínica “Sol”')
  expect(certificate.checkPrivateKey(first.key)).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.ca).toBe(false)
  expect(
    certificate.validFromDate < now && certificate.validToDate.getTime() - now.getTime() > 3_600 * 86_400_000,
  ).toBe(true)
})

test('a chain whose seals would be too large to check is rejected; the longest that is not leaves room', async () => {
  const fitting = Math.floor(CHAIN_MAX / ours.chain[0].raw.length)
  const chain = (length: number) => readSeal(keyPem(ours), chainPem(ours).repeat(length), now)
  expect((await makeCms(Buffer.alloc(0), chain(fitting))).length).toBeLessThan(SEAL_MAX)
  expect(() => chain(fitting + 1)).toThrow('must hold at most 12288 bytes of certificates')
})

test('no seal is certified for a clinic without a name; one that exists is kept', async () => {
  const dataDir = newDataFolder()
  await expect(keepSeal(dataDir, NEW_CLINIC.name, now)).rejects.toThrow(
    'Set CLINIC_NAME to the name of the clinic',
  )
  const kept = await keepSeal(dataDir, 'Test Clinic', now)
  expect(fingerprintOf(await keepSeal(dataDir, NEW_CLINIC.name, now))).toBe(fingerprintOf(kept))
})

test('an unreadable seal file is never replaced, because the seal may have sealed documents', async () => {
  const dataDir = newDataFolder()
  await keepSeal(dataDir, 'Test Clinic', now)
  const file = join(dataDir, 'seal.pem')
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 200))
  await expect(keepSeal(dataDir, 'Test Clinic', now)).rejects.toThrow(
    `${file} must be a private key in PEM, without a passphrase. Put back the file that was there.`,
  )
})

test('key and certificate can come from settings, with real or escaped line breaks', () => {
  const settings = { SEAL_KEY: keyPem(ours), SEAL_CERTIFICATE: chainPem(ours) }
  expect(sealProblems(settings)).toEqual([])
  const folded = Object.fromEntries(
    Object.entries(settings).map(([name, pem]) => [name, pem.replaceAll('\n', '\\n')]),
  )
  expect(fingerprintOf(sealIn(folded) ?? other)).toBe(fingerprintOf(ours))
  expect(sealIn({})).toBeUndefined()
})

test('the certificate chain is included', () => {
  const { chain } = readSeal(keyPem(ours), chainPem(ours) + chainPem(other), now)
  expect(chain.map(({ fingerprint256 }) => fingerprint256)).toEqual([
    ours.chain[0].fingerprint256,
    other.chain[0].fingerprint256,
  ])
})

test('an unusable key or certificate is rejected before the first patient signs', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const shortPem = String(short.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const locked = String(
    ours.key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' }),
  )
  const problems = (SEAL_KEY: string, SEAL_CERTIFICATE: string) =>
    sealProblems({ SEAL_KEY, SEAL_CERTIFICATE })
  expect(problems(keyPem(ours), chainPem(other))).toEqual([
    'SEAL_CERTIFICATE is a certificate for another key',
  ])
  expect(problems(shortPem, chainPem(ours))[0]).toMatch(
    /^SEAL_KEY must hold an RSA key of at least 3072 bits/,
  )
  expect(problems(locked, chainPem(ours))).toEqual([
    'SEAL_KEY must be a private key in PEM, without a passphrase',
  ])
  expect(problems('nonsense', chainPem(ours))[0]).toMatch(/^SEAL_KEY must be a private key in PEM/)
  expect(problems(keyPem(ours), 'nonsense')).toEqual(['SEAL_CERTIFICATE must be a certificate in PEM'])
  expect(problems(keyPem(ours), '')).toEqual(['SEAL_KEY and SEAL_CERTIFICATE must be set together'])
  expect(() => readSeal(keyPem(ours), chainPem(ours), new Date('2099-01-01'))).toThrow(/that ended on/)
})
