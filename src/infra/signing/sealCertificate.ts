import { type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  Time,
} from 'pkijs'
import { sha256, webKey } from './sealCms.ts'

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
export async function certifyOneself(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  clinicName: string,
  now: Date,
): Promise<X509Certificate> {
  const spki = keys.publicKey.export({ format: 'der', type: 'spki' })
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + YEARS)
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: positive(randomBytes(16)) }),
    // Allows for verifiers whose clock is slightly behind.
    notBefore: new Time({ value: new Date(now.getTime() - 3_600_000) }),
    notAfter: new Time({ value: until }),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(new Uint8Array(spki)),
    extensions: extensionsFor(spki),
  })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(named(oid.commonName, `${clinicName} document seal`))
  await certificate.sign(await webKey(keys.privateKey), 'SHA-256')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()))
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
