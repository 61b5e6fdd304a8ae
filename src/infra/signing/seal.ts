import { Signer, SignPdf } from '@signpdf/signpdf'
import type PDFDocument from 'pdfkit'
import { makeCms, type SealIdentity, STAMP_MAX, sha256 } from './sealCms.ts'
import type { StampSeal } from './sealStamp.ts'

type Pdf = InstanceType<typeof PDFDocument>

/** The reason in the seal of a sealed scan. Checks recognize a sealed scan by it. ASCII only. */
export const SCAN_SEAL_REASON = 'Sealed after a scan was filed'

/** What the PDF says about the seal, next to it. */
type SealNote = { name: string; reason: string; at: Date }

/** The clinic's seal on documents. It makes any later change visible. */
export type Seal = {
  /** The hex SHA-256 of the certificate, which tells whose seal it is. */
  fingerprint: string
  /** Its certificate and any intermediate ones, in PEM. */
  certificates: readonly string[]
  /** Reserves space for the seal in a PDF that is being drawn. */
  reserve: (pdf: Pdf, note: SealNote) => void
  /** Fills the space in the finished PDF. The seal covers every other byte. `stampedAt` is the time of its time stamp. */
  close: (pdf: Buffer) => Promise<{ content: Buffer<ArrayBuffer>; stampedAt: Date | null }>
}

/** The size of an ECDSA signature varies by a few bytes; that of RSA does not. */
const EC_SLACK = 8

/** Creates the seal of one key. With `stampSeal`, it also gets a time stamp. */
export async function makeSeal(identity: SealIdentity, stampSeal?: StampSeal | null): Promise<Seal> {
  const trial = await makeCms(Buffer.alloc(0), identity)
  const slack = identity.key.asymmetricKeyType === 'ec' ? EC_SLACK : 0
  const size = trial.length + slack + (stampSeal ? STAMP_MAX : 0)
  return {
    fingerprint: fingerprintOf(identity),
    certificates: identity.chain.map(String),
    reserve: (pdf, note) => reserve(pdf, note, size),
    close: async (pdf) => {
      const signer = new CmsSigner(identity, stampSeal ?? (async () => null))
      const sealed = await new SignPdf().sign(pdf, signer)
      return { content: Buffer.from(new Uint8Array(sealed).buffer), stampedAt: signer.stampedAt }
    },
  }
}

export const fingerprintOf = ({ chain }: Pick<SealIdentity, 'chain'>): string =>
  sha256(chain[0].raw).toString('hex')

class CmsSigner extends Signer {
  readonly #identity: SealIdentity
  readonly #stampSeal: StampSeal
  stampedAt: Date | null = null

  constructor(identity: SealIdentity, stampSeal: StampSeal) {
    super()
    this.#identity = identity
    this.#stampSeal = stampSeal
  }

  override sign(content: Buffer): Promise<Buffer> {
    return makeCms(content, this.#identity, async (signature) => {
      const stamp = await this.#stampSeal(signature)
      this.stampedAt = stamp?.at ?? null
      return stamp?.token ?? null
    })
  }
}

/** What pdfkit has but its types omit. */
type Drawing = {
  ref: (data: object) => Reference
  page: { dictionary: Reference; annotations: Reference[] }
  _root: { data: Record<string, unknown> }
  endAcroForm: () => void
}
type Reference = { end: () => void }

const UNKNOWN = '**********'
/** Annotation flags: print, and locked. */
const PRINTED_AND_LOCKED = 132
/** SigFlags: the document has signatures and is append-only. */
const APPEND_ONLY = 3

/** Adds an invisible signature field that also certifies that no change is allowed (DocMDP, level 1). */
function reserve(pdf: Pdf, { name, reason, at }: SealNote, size: number): void {
  const drawing = pdf as unknown as Drawing
  const finished = (data: object) => {
    const reference = drawing.ref(data)
    reference.end()
    return reference
  }
  const certifies = {
    Type: 'SigRef',
    TransformMethod: 'DocMDP',
    TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
  }
  const signature = finished({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: Buffer.alloc(size),
    Name: new String(name),
    Reason: new String(reason),
    M: at,
    Reference: [certifies],
  })
  const field = finished({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    V: signature,
    T: new String('Seal'),
    F: PRINTED_AND_LOCKED,
    P: drawing.page.dictionary,
  })
  drawing.page.annotations.push(field)
  Object.assign(drawing._root.data, {
    AcroForm: { Fields: [field], SigFlags: APPEND_ONLY },
    Perms: { DocMDP: signature },
  })
  // pdfkit would add fonts for fillable forms and a flag that makes readers redraw the page.
  drawing.endAcroForm = () => {}
}
