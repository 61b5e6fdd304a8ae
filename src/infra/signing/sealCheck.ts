import { X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { TimeStampFailure } from '#domain/audit/timeStampFailure.ts'
import { readTimeStamp } from '../evidence/timeStamps.ts'
import { SCAN_SEAL_REASON } from './seal.ts'
import { boundCertificate, bytesOf, rawOf, SEAL_MAX, sha256, stampOf, subjectOf, written } from './sealCms.ts'

/** The result of checking a file's seal by any signer. */
export type SealCheck =
  | { state: 'unsealed' }
  | {
      state: 'broken'
      reason: string
      /** Hex SHA-256 of the named certificate; `null` if it cannot be read. It does not show who sealed the file. */
      fingerprint: string | null
    }
  | {
      state: 'intact'
      /** Hex SHA-256 of the certificate. */
      fingerprint: string
      certificate: X509Certificate
      /** The certificate's subject, as one line of text. */
      sealer: string
      /** The time stated in the file, or `null` if there is none. */
      sealedAt: Date | null
      /** Whether the file states that a scan of a form on paper was sealed. */
      isScan: boolean
      /** What a time-stamp service says about when the seal was made. */
      stamp: SealStamp
      /**
       * Whether the seal is encoded exactly like ours. In ours, no byte can be changed unnoticed, except some in a time stamp
       * that change nothing it says.
       */
      isOurForm: boolean
    }

/** The time stamp in a seal. `untrusted`: by a service for which no known authority vouches. */
export type SealStamp =
  | { state: 'none' }
  | { state: 'invalid'; reason: string }
  | { state: 'untrusted' | 'valid'; at: Date; service: string }

class Broken extends Error {}

/**
 * Checks whether a seal covers every byte of a file outside itself, and whether those bytes are unchanged. `roots` vouch for
 * the services of time stamps.
 */
export async function checkSeal(
  file: Uint8Array,
  roots: readonly X509Certificate[] = [],
): Promise<SealCheck> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const text = bytes.toString('latin1')
  const range = lastRange(text)
  if (!range)
    return marks.some((mark) => text.includes(mark))
      ? broken('The seal cannot be read')
      : { state: 'unsealed' }
  try {
    const { message, covered } = cut(bytes, range)
    const found = await checkMessage(message, covered, roots)
    const dictionary = dictionaryAround(text, range.at)
    const sealedAt = momentIn(dictionary)
    refuseOutside(found.certificate, found.stamp.state === 'valid' ? found.stamp.at : sealedAt)
    const isOurForm = found.isOurForm && bytes.includes(`<${message.toString('hex')}>`)
    return { ...found, isOurForm, sealedAt, isScan: dictionary.includes(`/Reason (${SCAN_SEAL_REASON})`) }
  } catch (error) {
    const reason = error instanceof Broken ? error.message : 'The seal cannot be read'
    return broken(reason, namedIn(bytes, range))
  }
}

/** Byte sequences that show that a file has a seal or parts of one. */
const marks = ['/ByteRange', '/ETSI.CAdES.detached', '/Adobe.PPKLite']

const broken = (reason: string, fingerprint: string | null = null): SealCheck => ({
  state: 'broken',
  reason,
  fingerprint,
})

/** The certificate that a broken seal names. */
function namedIn(bytes: Buffer, { length, onwards }: Range): string | null {
  try {
    const [, digits = ''] = /^<([0-9A-Fa-f]+)>$/.exec(bytes.toString('latin1', length, onwards)) ?? []
    const [signer] = readMessage(Buffer.from(digits, 'hex')).signerInfos
    return (signer && boundCertificate(signer)?.toString('hex')) ?? null
  } catch {
    return null
  }
}

/** Decoding takes up to 1 kB of memory and some microseconds for every byte, so a larger seal is never decoded. */
function readMessage(message: Buffer): SignedData {
  if (message.length > SEAL_MAX) throw new Broken('The seal is larger than any that Caseload makes')
  return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(message)).content })
}

type Range = { at: number; from: number; length: number; onwards: number; rest: number }

/** Far more seals than any file has. Reading a quarter of a million takes the server 0.4 seconds. */
const RANGES_MAX = 1000

/** The seal that covers most of the file, which was added last. `undefined` if there are more than `RANGES_MAX`. */
function lastRange(text: string): Range | undefined {
  const found = text
    .matchAll(
      /\/ByteRange\s{0,9}\[\s{0,9}(\d{1,12})\s{1,9}(\d{1,12})\s{1,9}(\d{1,12})\s{1,9}(\d{1,12})\s{0,99}\]/g,
    )
    .take(RANGES_MAX + 1)
    .toArray()
  if (found.length > RANGES_MAX) return
  return found
    .map(({ index, 1: from, 2: length, 3: onwards, 4: rest }) => ({
      at: index,
      from: Number(from),
      length: Number(length),
      onwards: Number(onwards),
      rest: Number(rest),
    }))
    .sort((one, other) => one.onwards + one.rest - (other.onwards + other.rest))
    .at(-1)
}

/**
 * Separates the seal from the rest. Only the seal's hexadecimal digits may be between the two covered ranges.
 */
function cut(bytes: Buffer, { from, length, onwards, rest }: Range): { message: Buffer; covered: Buffer[] } {
  const end = onwards + rest
  if (end < bytes.length) throw new Broken('Something was added after the file was sealed')
  if (end > bytes.length) throw new Broken('The file ends before the sealed range does')
  if (from !== 0 || onwards <= length + 2) throw new Broken('The seal does not cover the whole file')
  const gap = bytes.toString('latin1', length, onwards)
  if (!/^<[0-9A-Fa-f]+>$/.test(gap)) throw new Broken('The seal does not cover the whole file')
  return {
    message: Buffer.from(gap.slice(1, -1), 'hex'),
    covered: [bytes.subarray(0, length), bytes.subarray(onwards)],
  }
}

/** A trusted time stamp says when the seal was made, else what the file states. */
function refuseOutside({ validFromDate, validToDate }: X509Certificate, at: Date | null): void {
  if (at && (at < validFromDate || at > validToDate))
    throw new Broken('The certificate of the seal was not valid when the seal was made')
}

async function checkMessage(message: Buffer, covered: Buffer[], roots: readonly X509Certificate[]) {
  const signed = readMessage(message)
  const [signer] = signed.signerInfos
  const named = signer && boundCertificate(signer)
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
  const own = certificates.find((one) => named && sha256(rawOf(one)).equals(named))
  if (!signer || signed.signerInfos.length !== 1 || !own) throw new Broken('The seal names no certificate')
  const data = new Uint8Array(Buffer.concat(covered)).buffer
  const { signatureVerified, signerCertificate } = await signed
    .verify({ signer: 0, data, checkChain: false, extendedMode: true })
    .catch(() => ({ signatureVerified: false, signerCertificate: null }))
  if (!signatureVerified || !signerCertificate) throw new Broken('The file was changed after it was sealed')
  // Certificates are public. Naming ours proves nothing unless its key made the signature.
  if (!rawOf(signerCertificate).equals(rawOf(own)))
    throw new Broken('The seal names a certificate of another')
  const stamp = await checkStamp(signer, roots)
  return {
    state: 'intact' as const,
    certificate: new X509Certificate(rawOf(own)),
    fingerprint: sha256(rawOf(own)).toString('hex'),
    sealer: subjectOf(rawOf(own)),
    stamp,
    isOurForm: stamp.state !== 'invalid' && isOurForm(message, certificates, signer, sha256(...covered)),
  }
}

async function checkStamp(signer: SignerInfo, roots: readonly X509Certificate[]): Promise<SealStamp> {
  const stamp = stampOf(signer)
  if (!stamp) return { state: 'none' }
  try {
    const { isTrusted, ...read } = await readTimeStamp(stamp, bytesOf(signer.signature), roots)
    return { state: isTrusted ? 'valid' : 'untrusted', ...read }
  } catch (error) {
    if (!(error instanceof TimeStampFailure)) throw error
    return { state: 'invalid', reason: error.message }
  }
}

/** The rest of the reserved space must be zeros. */
function isOurForm(
  message: Buffer,
  certificates: Certificate[],
  signer: SignerInfo,
  digest: Buffer,
): boolean {
  const isRsa = !signer.signatureAlgorithm.algorithmId.startsWith('1.2.840.10045.')
  const ours = written(certificates, digest, { isRsa, signature: signer.signature, stamp: stampOf(signer) })
  return (
    message.subarray(0, ours.length).equals(ours) && message.subarray(ours.length).every((byte) => byte === 0)
  )
}

/** The dictionary that has the byte range. The seal covers it. */
const dictionaryAround = (text: string, at: number): string =>
  text.slice(text.lastIndexOf(' obj', at), text.indexOf('endobj', at))

function momentIn(dictionary: string): Date | null {
  const found = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/.exec(dictionary)
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}
