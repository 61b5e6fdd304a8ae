import { generateKeyPairSync } from 'node:crypto'
import { certifyOneself } from '#infra/signing/sealCertificate.ts'
import type { SealIdentity } from '#infra/signing/sealCms.ts'

let made: Promise<SealIdentity> | undefined

/** A seal for tests: made in no time, unlike the RSA key that a clinic gets, and once for all of a process. */
export function quickSeal(): Promise<SealIdentity> {
  made ??= makeIdentity(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  return made
}

/** A seal of the kind that a clinic makes for itself. */
export const rsaSeal = (clinicName = 'Test Clinic') =>
  makeIdentity(generateKeyPairSync('rsa', { modulusLength: 3072 }), clinicName)

async function makeIdentity(
  keys: Parameters<typeof certifyOneself>[0],
  clinicName = 'Test Clinic',
): Promise<SealIdentity> {
  return { key: keys.privateKey, chain: [await certifyOneself(keys, clinicName, new Date())] }
}
