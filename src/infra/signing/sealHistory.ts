import type { Client } from 'pg'
import { certificatesIn } from '../pemCertificates.ts'
import { fingerprintOf } from './seal.ts'
import { crossSign } from './sealCertificate.ts'
import type { SealIdentity } from './sealCms.ts'

/** Whether the certificate of this seal is on record. */
export async function isRecordedSeal(client: Client, seal: SealIdentity): Promise<boolean> {
  const { rowCount } = await client.query('select from seal_certificates where fingerprint = $1', [
    fingerprintOf(seal),
  ])
  return rowCount === 1
}

/** A seal that replaced another one. Both are named by the hex SHA-256 of their certificate. */
export type ReplacedSeal = { fingerprint: string; replaces: string; isCrossSigned: boolean }

/**
 * Records the certificate of the current seal, the first of the given ones, if it is new. If the key of the seal before is among
 * the given ones, that seal vouches for the new one with a cross-signed certificate. Returns `null` if there was no seal before.
 */
export async function recordSeal(
  client: Client,
  seals: readonly SealIdentity[],
  now: Date,
): Promise<ReplacedSeal | null> {
  const [current] = seals
  if (!current || (await isRecordedSeal(client, current))) return null
  const { rows } = await client.query<{ fingerprint: string; certificates: string[] }>(
    'select fingerprint, certificates from seal_certificates order by recorded_at desc limit 1',
  )
  const [before] = rows
  const crossSigned = before ? await crossSignedBy(before.certificates, seals, current, now) : null
  const fingerprint = fingerprintOf(current)
  await client.query(
    'insert into seal_certificates (fingerprint, certificates, cross_signed) values ($1, $2, $3)',
    [fingerprint, current.chain.map(String), crossSigned],
  )
  return before ? { fingerprint, replaces: before.fingerprint, isCrossSigned: crossSigned !== null } : null
}

async function crossSignedBy(
  before: readonly string[],
  seals: readonly SealIdentity[],
  current: SealIdentity,
  now: Date,
): Promise<string | null> {
  const [certificate, ...others] = certificatesIn(before.join('')) ?? []
  const key = certificate && seals.find((one) => certificate.checkPrivateKey(one.key))?.key
  if (!key) return null
  const crossSigned = await crossSign({ key, chain: [certificate, ...others] }, current.chain[0], now)
  return crossSigned && String(crossSigned)
}
