import { randomBytes, type X509Certificate } from 'node:crypto'
import { fromBER, Integer, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { TimeStampFailure } from '#domain/audit/timeStampFailure.ts'
import { readBounded } from '../readBounded.ts'
import { rawOf, sha256, subjectOf } from '../signing/sealCms.ts'
import { TIME_STAMPING } from './timeStampAuthority.ts'
import type { TimeStampSettings } from './timeStampSettings.ts'

const CALL_MS = 10_000
const RESPONSE_MAX = 65_536
const NONCE_BYTES = 8
/**
 * Services send up to four. The search for a chain tries every path through them, so a forged time stamp with 30 would occupy the
 * server for minutes.
 */
const CERTIFICATES_MAX = 6

const oid = {
  sha256: '2.16.840.1.101.3.4.2.1',
  extendedKeyUsage: '2.5.29.37',
}

/**
 * A service's statement that a text existed at a time. `response` is what it sent (TimeStampResp, DER), and `token` the signed
 * statement in it (TimeStampToken, DER).
 */
export type TimeStamp = { response: Buffer; token: Buffer; at: Date }

/** A time-stamp service (RFC 3161). `stamp` sends it the hash of a text; throws `TimeStampFailure`. */
export type TimeStampService = { name: string; stamp: (text: Buffer) => Promise<TimeStamp> }

export type TimeStamps = {
  services: readonly TimeStampService[]
  roots: readonly X509Certificate[]
  /** When a kept response says that the text existed; throws `TimeStampFailure` if it does not prove this. */
  timeOf: (response: Uint8Array, text: Buffer) => Promise<Date>
}

/** The time-stamp services in the settings. */
export const makeTimeStamps = ({ services, roots }: TimeStampSettings): TimeStamps =>
  timeStampsFrom(
    services.map((url) => ({ name: url.host, ask: (query) => post(url, query) })),
    roots,
  )

/** A service to which requests go (TimeStampReq, DER), and whose answers come back (TimeStampResp, DER). */
type AskedService = { name: string; ask: (query: ArrayBuffer) => Promise<Buffer> }

export function timeStampsFrom(
  services: readonly AskedService[],
  roots: readonly X509Certificate[],
): TimeStamps {
  const trusted = certificatesOf(roots)
  const read = async (token: Uint8Array, text: Buffer) => {
    const { info, isTrusted } = await readToken(token, text, trusted)
    if (!isTrusted)
      throw new TimeStampFailure(
        'its certificate is not for time stamps, or TIME_STAMP_ROOTS does not vouch for it',
      )
    return info
  }
  return {
    roots,
    timeOf: async (response, text) => (await read(tokenIn(response), text)).genTime,
    services: services.map(({ name, ask }) => ({
      name,
      stamp: async (text) => {
        const nonce = newNonce()
        const response = await ask(requestFor(text, nonce))
        const token = tokenIn(response)
        const info = await read(token, text)
        if (!info.nonce?.isEqual(nonce)) throw new TimeStampFailure('it answered another request')
        return { response, token, at: info.genTime }
      },
    })),
  }
}

/** DER needs another byte for a number whose first bit is set, because that would make it negative. */
function newNonce(): Integer {
  const bytes = randomBytes(NONCE_BYTES)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new Integer({ valueHex: new Uint8Array(bytes) })
}

function requestFor(text: Buffer, nonce: Integer): ArrayBuffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(sha256(text)) }),
    }),
    nonce,
    certReq: true,
  })
  return request.toSchema().toBER()
}

async function post(url: URL, body: ArrayBuffer): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    if (!response.ok) throw new TimeStampFailure(`it answered with HTTP ${response.status}`)
    const answer = await readBounded(response, RESPONSE_MAX)
    if (!answer) throw new TimeStampFailure(`its answer is larger than ${RESPONSE_MAX} bytes`)
    return answer
  } catch (error) {
    if (error instanceof TimeStampFailure) throw error
    const { name, cause } = error as Error & { cause?: { code?: string } }
    throw new TimeStampFailure(
      name === 'TimeoutError'
        ? `it did not answer within ${CALL_MS / 1000} seconds`
        : `it cannot be reached (${cause?.code ?? name})`,
    )
  }
}

/** What a time stamp of a text says, the name of its service, and whether a trusted authority vouches for the service. */
type ReadToken = { info: TSTInfo; service: string; isTrusted: boolean }

/** Throws `TimeStampFailure` if the token is not an undamaged time stamp of this text. */
async function readToken(token: Uint8Array, text: Buffer, trusted: Certificate[]): Promise<ReadToken> {
  const { signed, info } = parsed(token)
  const verify = (checkChain: boolean) =>
    signed
      .verify({
        signer: 0,
        data: new Uint8Array(text).buffer,
        trustedCerts: trusted,
        checkChain,
        extendedMode: true,
      })
      .catch((error) => ({
        ...Object(error),
        signatureVerified: false,
        message: String(error?.message ?? error),
      }))
  const { signatureVerified, signerCertificate, message } = await verify(false)
  if (!signatureVerified || !signerCertificate)
    throw new TimeStampFailure(`its signature does not fit (${message})`)
  if (info.messageImprint.hashAlgorithm.algorithmId !== oid.sha256)
    throw new TimeStampFailure('it used another hash than the one it was sent')
  return {
    info,
    service: nameIn(signerCertificate),
    isTrusted: isForTimeStamps(signerCertificate) && Boolean((await verify(true)).signerCertificateVerified),
  }
}

/** The name of the service. The signature does not cover the certificate, so a changed one may reach this and be unreadable. */
function nameIn(certificate: Certificate): string {
  try {
    return subjectOf(rawOf(certificate))
  } catch {
    throw new TimeStampFailure('its certificate cannot be read')
  }
}

/** When a time stamp by any service says that a text existed. Throws `TimeStampFailure` if it is damaged or of another text. */
export async function readTimeStamp(
  token: Uint8Array,
  text: Buffer,
  roots: readonly X509Certificate[],
): Promise<Omit<ReadToken, 'info'> & { at: Date }> {
  const { info, ...rest } = await readToken(token, text, certificatesOf(roots))
  return { at: info.genTime, ...rest }
}

const certificatesOf = (roots: readonly X509Certificate[]) =>
  roots.map(({ raw }) => Certificate.fromBER(new Uint8Array(raw)))

/** The time stamp in a response. */
function tokenIn(response: Uint8Array): Buffer {
  let status: number | undefined
  try {
    status = TimeStampResp.fromBER(new Uint8Array(response)).status.status
    const { result } = fromBER(new Uint8Array(response))
    const token = result instanceof Sequence ? result.valueBlock.value[1] : undefined
    if (token) return Buffer.from(token.toBER())
  } catch {
    throw new TimeStampFailure('its answer is not a time stamp')
  }
  throw new TimeStampFailure(
    status !== undefined && status > PKIStatus.grantedWithMods
      ? `it refused (status ${status})`
      : 'its answer is not a time stamp',
  )
}

function parsed(token: Uint8Array): { signed: SignedData; info: TSTInfo } {
  const { signed, info } = decoded(token)
  if ((signed.certificates?.length ?? 0) > CERTIFICATES_MAX)
    throw new TimeStampFailure(`it has more than ${CERTIFICATES_MAX} certificates`)
  return { signed, info }
}

function decoded(token: Uint8Array): { signed: SignedData; info: TSTInfo } {
  try {
    const { contentType, content } = ContentInfo.fromBER(new Uint8Array(token))
    if (contentType === ContentInfo.SIGNED_DATA) {
      const signed = new SignedData({ schema: content })
      const stated = signed.encapContentInfo.eContent?.getValue()
      if (stated && signed.signerInfos.length === 1) return { signed, info: TSTInfo.fromBER(stated) }
    }
  } catch {}
  throw new TimeStampFailure('its answer is not a time stamp')
}

/** RFC 3161 requires the one purpose, so that a certificate for web servers cannot make time stamps. */
function isForTimeStamps(certificate: Certificate | null | undefined): boolean {
  const usage = certificate?.extensions?.find(({ extnID }) => extnID === oid.extendedKeyUsage)
  return usage?.parsedValue instanceof ExtKeyUsage && usage.parsedValue.keyPurposes.join() === TIME_STAMPING
}
