import { createHash, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BitString, Integer, ObjectIdentifier, OctetString, Sequence, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  PublicKeyInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  Time,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { TimeStampSettings } from '#infra/evidence/timeStampSettings.ts'

const oid = {
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  webServer: '1.3.6.1.5.5.7.3.1',
  token: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  policy: '1.3.6.1.4.1.99999.1',
}

/** What the service does wrong. */
export type Fault =
  | 'wrong text'
  | 'wrong nonce'
  | 'forged'
  | 'refused'
  | 'web certificate'
  | 'no time stamp'
  | 'too large'
  | 'server error'

/** A time-stamp service (RFC 3161) on this machine, with its own certificate authority. `at` is its clock. */
export type TimeStampServer = {
  settings: TimeStampSettings
  /** The number of requests so far. */
  asked: () => number
  fault: Fault | null
  at: () => Date
  /** The SHA-256 hashes (hex) that it was shown; it sees nothing else. */
  seen: string[]
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Opens the service; its certificates end at `end`. */
export async function openTimeStampServer({ end = new Date('2046-01-01') } = {}): Promise<TimeStampServer> {
  const root = newKeys()
  const rootCertificate = await certify('Test Root', root, { name: 'Test Root', keys: root }, null, end)
  const own = newKeys()
  const certificateFor = (purpose: string) =>
    certify('Test Time Stamps', own, { name: 'Test Root', keys: root }, purpose, end)
  const certificates = {
    right: await certificateFor(oid.timeStamping),
    web: await certificateFor(oid.webServer),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      answer(Buffer.concat(parts)).then(
        (body) => response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(body),
        () => response.writeHead(503).end(),
      )
    })
  })

  async function answer(query: Buffer): Promise<Buffer> {
    const { messageImprint, nonce } = TimeStampReq.fromBER(new Uint8Array(query))
    service.seen.push(Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView).toString('hex'))
    const { fault } = service
    if (fault === 'server error') throw new Error(fault)
    if (fault === 'too large') return randomBytes(100_000)
    if (fault === 'no time stamp') return Buffer.from('<html>Sign in to the network</html>')
    if (fault === 'refused')
      return Buffer.from(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema().toBER())
    const info = new TSTInfo({
      version: 1,
      policy: oid.policy,
      messageImprint: fault === 'wrong text' ? imprintOf(randomBytes(32)) : messageImprint,
      serialNumber: new Integer({ value: service.seen.length }),
      genTime: service.at(),
      ...(nonce && { nonce: fault === 'wrong nonce' ? new Integer({ value: 1 }) : nonce }),
    })
    const signer = fault === 'web certificate' ? certificates.web : certificates.right
    const bytes = await signedToken(Buffer.from(info.toSchema().toBER()), signer, own.privateKey)
    if (fault === 'forged') bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    return bytes
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`)
  const service: TimeStampServer = {
    settings: {
      services: [url],
      roots: [new X509Certificate(Buffer.from(rootCertificate.toSchema(true).toBER()))],
    },
    asked: () => service.seen.length,
    fault: null,
    at: () => new Date(),
    seen: [],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return service
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject }
const newKeys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const webKey = (key: KeyObject): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(key.export({ format: 'der', type: 'pkcs8' })),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes) })

const imprintOf = (hash: Buffer) =>
  new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
    hashedMessage: octets(hash),
  })

/** A certificate for `purpose`; an authority's if it is `null`. */
async function certify(
  name: string,
  { publicKey }: Keys,
  issuer: { name: string; keys: Keys },
  purpose: string | null,
  end: Date,
): Promise<Certificate> {
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const extension = (extnID: string, critical: boolean, value: { toBER: () => ArrayBuffer }) =>
    new Extension({ extnID, critical, extnValue: value.toBER() })
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: purpose === null ? 1 : purpose === oid.timeStamping ? 2 : 3 }),
    notBefore: new Time({ value: new Date('2026-01-01') }),
    notAfter: new Time({ value: end }),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(new Uint8Array(spki)),
    extensions:
      purpose === null
        ? [
            extension(oid.basicConstraints, true, new BasicConstraints({ cA: true }).toSchema()),
            extension(
              oid.keyUsage,
              true,
              new BitString({ valueHex: new Uint8Array([0x06]).buffer, unusedBits: 1 }),
            ),
          ]
        : [extension(oid.extendedKeyUsage, true, new ExtKeyUsage({ keyPurposes: [purpose] }).toSchema())],
  })
  const named = (value: string) =>
    new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value }) })
  certificate.issuer.typesAndValues.push(named(issuer.name))
  certificate.subject.typesAndValues.push(named(name))
  await certificate.sign(await webKey(issuer.keys.privateKey), 'SHA-256')
  return certificate
}

async function signedToken(content: Buffer, certificate: Certificate, key: KeyObject): Promise<Buffer> {
  const certHash = octets(sha256(Buffer.from(certificate.toSchema(true).toBER())))
  const sequence = (...value: (Sequence | OctetString)[]) => new Sequence({ value })
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.token })] }),
    new Attribute({ type: oid.messageDigest, values: [octets(sha256(content))] }),
    new Attribute({
      type: oid.signingCertificateV2,
      values: [sequence(sequence(sequence(certHash)))],
    }),
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
