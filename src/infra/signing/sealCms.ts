import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { fromBER, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

/** The private key and its certificate chain, its own certificate first. */
export type SealIdentity = { key: KeyObject; chain: readonly [X509Certificate, ...X509Certificate[]] }

/** The largest certificate chain in a seal, in bytes. Chains in use have up to 6 kB. */
export const CHAIN_MAX = 12_288
/** The largest time stamp in a seal, in bytes. The services in use send up to 7 kB. */
export const STAMP_MAX = 12_288
/** The largest seal, in bytes: both and the rest. */
export const SEAL_MAX = 28_672

const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimeStamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.11',
  ecdsa: '1.2.840.10045.4.3.2',
}

/** SHA-256 over the concatenated parts. */
export const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/**
 * Creates a detached CMS signature as PAdES B-B requires (ETSI EN 319 142-1): with the digest and
 * signing-certificate-v2. The time is in the PDF dictionary, because the standard forbids it here. `getStamp` returns a time
 * stamp of the signature (TimeStampToken, DER), which makes it B-T, or `null`.
 */
export async function makeCms(
  content: Uint8Array,
  { key, chain }: SealIdentity,
  getStamp: (signature: Buffer) => Promise<Uint8Array | null> = async () => null,
): Promise<Buffer> {
  const certificates = chain.map(({ raw }) => Certificate.fromBER(raw))
  const signed = unsigned(certificates, sha256(content))
  await signed.sign(await webKey(key), 0, 'SHA-256', content as Uint8Array<ArrayBuffer>)
  const [signer] = signed.signerInfos
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signature = signer?.signature ?? new OctetString()
  const stamp = await getStamp(bytesOf(signature))
  return written(certificates, sha256(content), { isRsa, signature, stamp })
}

/** The bytes of a signature, which a time stamp covers. */
export const bytesOf = (signature: OctetString): Buffer => Buffer.from(signature.valueBlock.valueHexView)

/**
 * Encodes a message in our one canonical form. The checker compares a seal with this, so that no byte of it
 * can differ.
 */
export function written(
  certificates: Certificate[],
  digest: Uint8Array,
  { isRsa, signature, stamp }: { isRsa: boolean; signature: OctetString; stamp: Uint8Array | null },
): Buffer {
  const signed = unsigned(certificates, digest)
  const [signer] = signed.signerInfos
  const sha = new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() })
  signed.digestAlgorithms = [sha]
  Object.assign(signer ?? {}, {
    digestAlgorithm: sha,
    // RFC 4055 requires NULL parameters for RSA; RFC 5758 requires them absent for ECDSA.
    signatureAlgorithm: new AlgorithmIdentifier(
      isRsa ? { algorithmId: oid.rsa, algorithmParams: new Null() } : { algorithmId: oid.ecdsa },
    ),
    signature,
    ...(stamp && {
      unsignedAttrs: new SignedAndUnsignedAttributes({ type: 1, attributes: [stampIn(stamp)] }),
    }),
  })
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

const stampIn = (stamp: Uint8Array) =>
  new Attribute({ type: oid.signatureTimeStamp, values: [fromBER(new Uint8Array(stamp)).result] })

/** The time stamp of a signature (TimeStampToken, DER); `null` if it has none. */
export function stampOf({ unsignedAttrs }: SignerInfo): Buffer | null {
  const attribute = unsignedAttrs?.attributes.find(({ type }) => type === oid.signatureTimeStamp)
  const [stamp] = (attribute?.values ?? []) as { toBER: () => ArrayBuffer }[]
  return stamp ? Buffer.from(stamp.toBER()) : null
}

function unsigned(certificates: Certificate[], digest: Uint8Array): SignedData {
  const [own] = certificates
  if (!own) throw new Error('A seal needs a certificate')
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({
      type: 0,
      attributes: inOrder(attributesOf(digest, rawOf(own))),
    }),
  })
  return new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    signerInfos: [signer],
    certificates,
  })
}

/** The bytes of a certificate as issued. */
export const rawOf = (certificate: Certificate): Buffer => Buffer.from(certificate.toSchema(false).toBER())

/** The subject of a certificate (DER), as one line of text. */
export const subjectOf = (raw: Uint8Array): string => new X509Certificate(raw).subject.split('\n').join(', ')

function attributesOf(digest: Uint8Array, certificate: Uint8Array): Attribute[] {
  const named = new Sequence({
    value: [new Sequence({ value: [new Sequence({ value: [octets(sha256(certificate))] })] })],
  })
  return [
    new Attribute({
      type: oid.contentType,
      values: [new ObjectIdentifier({ value: ContentInfo.DATA })],
    }),
    new Attribute({ type: oid.messageDigest, values: [octets(digest)] }),
    new Attribute({ type: oid.signingCertificateV2, values: [named] }),
  ]
}

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes) })

/** DER sorts the elements of a set by their bytes. */
const inOrder = (attributes: Attribute[]) =>
  attributes
    .map((attribute) => ({ attribute, bytes: Buffer.from(attribute.toSchema().toBER()) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
    .map(({ attribute }) => attribute)

const imported = new WeakMap<KeyObject, Promise<CryptoKey>>()

/** The key as pkijs needs it, imported once. */
export function webKey(key: KeyObject): Promise<CryptoKey> {
  const webCryptoKey = imported.get(key) ?? importKey(key)
  imported.set(key, webCryptoKey)
  return webCryptoKey
}

async function importKey(key: KeyObject): Promise<CryptoKey> {
  const algorithm =
    key.asymmetricKeyType === 'ec'
      ? { name: 'ECDSA', namedCurve: curves[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? '' }
      : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const bytes = key.export({ format: 'der', type: 'pkcs8' })
  return crypto.subtle.importKey('pkcs8', new Uint8Array(bytes), algorithm, false, ['sign'])
}

const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }

/** The hash of the certificate that the signature names, or `null` if it names none. */
export function boundCertificate({ signedAttrs }: SignerInfo): Buffer | null {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === oid.signingCertificateV2)
  const [named] = (attribute?.values ?? []) as unknown[]
  const first = within(within(within(named)))
  return first instanceof OctetString ? Buffer.from(first.valueBlock.valueHexView) : null
}

const within = (value: unknown): unknown => (value instanceof Sequence ? value.valueBlock.value[0] : null)
