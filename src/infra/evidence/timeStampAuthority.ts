import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { BitString, Integer, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js'
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  PublicKeyInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  Time,
  TimeStampResp,
  type TSTInfo,
} from 'pkijs'
import { rawOf, webKey } from '../signing/sealCms.ts'

const oid = {
  token: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
}

/** The one purpose of a certificate for time stamps. */
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

export type Keys = { publicKey: KeyObject; privateKey: KeyObject }
export const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' })

type Certified = {
  name: string
  keys: Keys
  issuer: { name: string; keys: Keys }
  /** The one purpose of the key; `null` for an authority. */
  purpose: string | null
  serial: number
  from: Date
  until: Date
}

/** Makes a certificate, signed by its issuer. */
export async function certify(one: Certified): Promise<Certificate> {
  const { name, keys, issuer, purpose, serial, from, until } = one
  const spki = keys.publicKey.export({ format: 'der', type: 'spki' })
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: serial }),
    notBefore: new Time({ value: from }),
    notAfter: new Time({ value: until }),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(new Uint8Array(spki)),
    extensions: purpose === null ? authority() : [limitTo(purpose)],
  })
  const named = (value: string) =>
    new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value }) })
  certificate.issuer.typesAndValues.push(named(issuer.name))
  certificate.subject.typesAndValues.push(named(name))
  await certificate.sign(await webKey(issuer.keys.privateKey), 'SHA-256')
  return certificate
}

/** keyCertSign and cRLSign, the sixth and seventh of nine bits. */
const AUTHORITY_ONLY = { valueHex: new Uint8Array([0x06]).buffer, unusedBits: 1 }

const extension = (extnID: string, value: { toBER: () => ArrayBuffer }) =>
  new Extension({ extnID, critical: true, extnValue: value.toBER() })

const authority = () => [
  extension(oid.basicConstraints, new BasicConstraints({ cA: true }).toSchema()),
  extension(oid.keyUsage, new BitString(AUTHORITY_ONLY)),
]

const limitTo = (purpose: string) =>
  extension(oid.extendedKeyUsage, new ExtKeyUsage({ keyPurposes: [purpose] }).toSchema())

/** The response of a time-stamp service (TimeStampResp, DER) that states `info`, signed with an elliptic-curve key. */
export async function timeStampResponse(
  info: TSTInfo,
  certificate: Certificate,
  key: KeyObject,
): Promise<Buffer> {
  const content = Buffer.from(info.toSchema().toBER())
  const sequence = (...value: (Sequence | OctetString)[]) => new Sequence({ value })
  const named = sequence(sequence(sequence(octets(sha256(rawOf(certificate))))))
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.token })] }),
    new Attribute({ type: oid.messageDigest, values: [octets(sha256(content))] }),
    new Attribute({ type: oid.signingCertificateV2, values: [named] }),
  ]
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.token, eContent: octets(content) }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
    certificates: [certificate],
  })
  await signed.sign(await webKey(key), 0, 'SHA-256')
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) }),
  })
  return Buffer.from(response.toSchema().toBER())
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes) })
