import { type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import { type SealIdentity, sha256, webKey } from './sealCms.ts'

const YEARS = 10

const oid = {
  commonName: '2.5.4.3',
  keyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  /** RFC 9336. */
  documentSigning: '1.3.6.1.5.5.7.3.36',
  adobeDocuments: '1.2.840.113583.1.1.5',
  /** For `openssl cms -verify`, whose standard purpose is signed e-mail. */
  emailProtection: '1.3.6.1.5.5.7.3.4',
}

/** digitalSignature and nonRepudiation, the first two of nine bits. */
const SIGNING_ONLY = { valueHex: new Uint8Array([0xc0]).buffer, unusedBits: 6 }

/**
 * Creates a self-signed certificate in the clinic's name. It identifies the sealing key, but no authority
 * vouches for it.
 */
export function certifyOneself(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  clinicName: string,
  now: Date,
): Promise<X509Certificate> {
  const name = new RelativeDistinguishedNames({
    typesAndValues: [named(oid.commonName, `${clinicName} document seal`)],
  })
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + YEARS)
  // Allows for verifiers whose clock is slightly behind.
  const from = new Date(now.getTime() - 3_600_000)
  return certify(keys.publicKey, { subject: name, issuer: name, by: keys.privateKey, from, until })
}

/**
 * Creates a certificate for the key of a new seal, signed by the seal that it replaces. People who know the old certificate
 * can recognize the new seal by it. Returns `null` if the old certificate has expired.
 */
export async function crossSign(
  old: SealIdentity,
  next: X509Certificate,
  now: Date,
): Promise<X509Certificate | null> {
  const [oldCertificate] = old.chain
  const until = new Date(Math.min(oldCertificate.validToDate.getTime(), next.validToDate.getTime()))
  if (until <= now) return null
  const { subject } = Certificate.fromBER(next.raw)
  const issuer = Certificate.fromBER(oldCertificate.raw).subject
  return certify(next.publicKey, { subject, issuer, by: old.key, from: now, until })
}

type Issue = {
  subject: RelativeDistinguishedNames
  issuer: RelativeDistinguishedNames
  by: KeyObject
  from: Date
  until: Date
}

async function certify(
  publicKey: KeyObject,
  { subject, issuer, by, from, until }: Issue,
): Promise<X509Certificate> {
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: positive(randomBytes(16)) }),
    notBefore: new Time({ value: from }),
    notAfter: new Time({ value: until }),
    subject,
    issuer,
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(new Uint8Array(spki)),
    extensions: extensionsFor(spki),
  })
  await certificate.sign(await webKey(by), 'SHA-256')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()))
}

/** The first certificate and those that it vouches for: signed by its key, or by the key of another of them. */
export function vouchedFor([first, ...others]: readonly X509Certificate[]): X509Certificate[] {
  const vouched = first ? [first] : []
  const isVouchedFor = (one: X509Certificate) =>
    vouched.some((by) => one.issuer === by.subject && one.verify(by.publicKey))
  let left = others
  for (;;) {
    const found = left.find(isVouchedFor)
    if (!found) return vouched
    vouched.push(found)
    left = left.filter((one) => one !== found)
  }
}

const named = (type: string, value: string) =>
  new AttributeTypeAndValue({ type, value: new Utf8String({ value }) })

function positive(bytes: Buffer): ArrayBuffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return new Uint8Array(bytes).buffer
}

function extensionsFor(spki: Buffer): Extension[] {
  const usages = new ExtKeyUsage({
    keyPurposes: [oid.documentSigning, oid.adobeDocuments, oid.emailProtection],
  })
  const identifier = new OctetString({ valueHex: new Uint8Array(sha256(spki).subarray(0, 20)) })
  const extension = (extnID: string, critical: boolean, value: { toBER: () => ArrayBuffer }) =>
    new Extension({ extnID, critical, extnValue: value.toBER() })
  return [
    extension(oid.basicConstraints, true, new BasicConstraints({ cA: false }).toSchema()),
    extension(oid.keyUsage, true, new BitString(SIGNING_ONLY)),
    extension(oid.extendedKeyUsage, false, usages.toSchema()),
    extension(oid.keyIdentifier, false, identifier),
  ]
}
