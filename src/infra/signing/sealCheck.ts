import { X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import { boundCertificate, rawOf, sha256, written } from './sealCms.ts'

/** What the seal of a file says, whoever's it is. */
export type SealCheck =
  | { state: 'unsealed' }
  | {
      state: 'broken'
      reason: string
      /** SHA-256 of the certificate that the seal names, hex; `null` where it can no longer be read. It proves nothing. */
      fingerprint: string | null
    }
  | {
      state: 'intact'
      /** SHA-256 of the certificate, hex. */
      fingerprint: string
      /** Whom the certificate names, for a line of text. */
      sealer: string
      /** The moment the sealed file gives itself, or `null` where it gives none. */
      sealedAt: Date | null
      /** Whether the seal itself is written exactly as ours are: of one of ours, no byte can be another. */
      isOurForm: boolean
    }

class Broken extends Error {}

/** Looks whether a seal covers every byte of a file outside itself, and whether what it covers is as it was sealed. */
export async function checkSeal(file: Uint8Array): Promise<SealCheck> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const text = bytes.toString('latin1')
  const range = lastRange(text)
  if (!range)
    return marks.some((mark) => text.includes(mark))
      ? broken('The seal cannot be read')
      : { state: 'unsealed' }
  try {
    const { message, covered } = cut(bytes, range)
    const found = await checkMessage(message, covered)
    const isOurForm = found.isOurForm && bytes.includes(`<${message.toString('hex')}>`)
    return { ...found, isOurForm, sealedAt: momentNear(text, range.at) }
  } catch (error) {
    const reason = error instanceof Broken ? error.message : 'The seal cannot be read'
    return broken(reason, namedIn(bytes, range))
  }
}

/** By these a file is known to carry a seal, or what is left of one. */
const marks = ['/ByteRange', '/ETSI.CAdES.detached', '/Adobe.PPKLite']

const broken = (reason: string, fingerprint: string | null = null): SealCheck => ({
  state: 'broken',
  reason,
  fingerprint,
})

/** Whose a broken seal says it is. */
function namedIn(bytes: Buffer, { length, onwards }: Range): string | null {
  try {
    const [, digits = ''] = /^<([0-9A-Fa-f]+)>$/.exec(bytes.toString('latin1', length, onwards)) ?? []
    const [signer] = readMessage(Buffer.from(digits, 'hex')).signerInfos
    return (signer && boundCertificate(signer)?.toString('hex')) ?? null
  } catch {
    return null
  }
}

const readMessage = (message: Buffer) =>
  new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(message)).content })

type Range = { at: number; from: number; length: number; onwards: number; rest: number }

/** Of several seals the one that reaches furthest: it was set last, over all others. */
function lastRange(text: string): Range | undefined {
  const found = text.matchAll(
    /\/ByteRange\s{0,9}\[\s{0,9}(\d{1,12})\s{1,9}(\d{1,12})\s{1,9}(\d{1,12})\s{1,9}(\d{1,12})\s{0,99}\]/g,
  )
  return [...found]
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

/** The seal, and all the rest. Between the two stretches nothing may stand but the seal as hexadecimal digits. */
function cut(bytes: Buffer, { from, length, onwards, rest }: Range): { message: Buffer; covered: Buffer[] } {
  const end = onwards + rest
  if (end < bytes.length) throw new Broken('Something was added after the file was sealed')
  if (end > bytes.length) throw new Broken('The file ends before what was sealed')
  if (from !== 0 || onwards <= length + 2) throw new Broken('The seal does not cover the whole file')
  const gap = bytes.toString('latin1', length, onwards)
  if (!/^<[0-9A-Fa-f]+>$/.test(gap)) throw new Broken('The seal does not cover the whole file')
  return {
    message: Buffer.from(gap.slice(1, -1), 'hex'),
    covered: [bytes.subarray(0, length), bytes.subarray(onwards)],
  }
}

async function checkMessage(message: Buffer, covered: Buffer[]) {
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
  // A certificate is public: naming ours proves nothing unless its key is the one that signed.
  if (!rawOf(signerCertificate).equals(rawOf(own)))
    throw new Broken('The seal names a certificate of another')
  return {
    state: 'intact' as const,
    fingerprint: sha256(rawOf(own)).toString('hex'),
    sealer: new X509Certificate(rawOf(own)).subject.split('\n').join(', '),
    isOurForm: isOurForm(message, certificates, signer, sha256(...covered)),
  }
}

/** What follows the message fills the room that was kept for it, and is nothing. */
function isOurForm(
  message: Buffer,
  certificates: Certificate[],
  signer: SignerInfo,
  digest: Buffer,
): boolean {
  const isRsa = !signer.signatureAlgorithm.algorithmId.startsWith('1.2.840.10045.')
  const ours = written(certificates, digest, isRsa, signer.signature)
  return (
    message.subarray(0, ours.length).equals(ours) && message.subarray(ours.length).every((byte) => byte === 0)
  )
}

/** `/M` of the dictionary that the range stands in; all of it is covered by the seal. */
function momentNear(text: string, at: number): Date | null {
  const begin = text.lastIndexOf(' obj', at)
  const found = /\/M\s*\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/.exec(
    text.slice(begin, text.indexOf('endobj', at)),
  )
  if (!found) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}
