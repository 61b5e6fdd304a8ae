import { randomBytes, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  MessageImprint,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { certify, newKeys, TIME_STAMPING, timeStampResponse } from '#infra/evidence/timeStampAuthority.ts'
import type { TimeStampSettings } from '#infra/evidence/timeStampSettings.ts'

const WEB_SERVER = '1.3.6.1.5.5.7.3.1'
const POLICY = '1.3.6.1.4.1.99999.1'

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
  const issuer = { name: 'Test Root', keys: newKeys() }
  const valid = { issuer, from: new Date('2026-01-01'), until: end }
  const rootCertificate = await certify({ ...issuer, ...valid, purpose: null, serial: 1 })
  const own = newKeys()
  const stamper = { ...valid, name: 'Test Time Stamps', keys: own }
  const certificates = {
    right: await certify({ ...stamper, purpose: TIME_STAMPING, serial: 2 }),
    web: await certify({ ...stamper, purpose: WEB_SERVER, serial: 3 }),
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
      policy: POLICY,
      messageImprint: fault === 'wrong text' ? imprintOf(randomBytes(32)) : messageImprint,
      serialNumber: new Integer({ value: service.seen.length }),
      genTime: service.at(),
      ...(nonce && { nonce: fault === 'wrong nonce' ? new Integer({ value: 1 }) : nonce }),
    })
    const signer = fault === 'web certificate' ? certificates.web : certificates.right
    const bytes = await timeStampResponse(info, signer, own.privateKey)
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

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes) })

const imprintOf = (hash: Buffer) =>
  new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
    hashedMessage: octets(hash),
  })
