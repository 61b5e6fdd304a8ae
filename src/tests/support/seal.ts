import { generateKeyPairSync } from 'node:crypto'
import { certifyOneself } from '#infra/signing/sealCertificate.ts'
import type { SealIdentity } from '#infra/signing/sealCms.ts'

let made: Promise<SealIdentity> | undefined

/**
 * A seal for tests. Its key is fast to generate, unlike the RSA key of a clinic, and shared within a process.
 */
export function quickSeal(): Promise<SealIdentity> {
  made ??= makeIdentity(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  return made
}

/** A seal like the one that a clinic generates. */
export const rsaSeal = (clinicName = 'Test Clinic', madeAt?: Date) =>
  makeIdentity(generateKeyPairSync('rsa', { modulusLength: 3072 }), clinicName, madeAt)

/** Before every form of the tests. */
const longAgo = new Date('2025-01-01T00:00:00Z')

async function makeIdentity(
  keys: Parameters<typeof certifyOneself>[0],
  clinicName = 'Test Clinic',
  madeAt = longAgo,
): Promise<SealIdentity> {
  return { key: keys.privateKey, chain: [await certifyOneself(keys, clinicName, madeAt)] }
}
