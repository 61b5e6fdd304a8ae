import { type Day, showDay, showExactly } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { drawCheck, drawFacts, type Fact } from './certificatePage.ts'
import { drawForm, type Paper, write } from './formPaper.ts'
import { SCAN_SEAL_REASON, type Seal } from './seal.ts'
import { checkSeal } from './sealCheck.ts'
import { sha256 } from './sealCms.ts'

/** A scan of a form on paper, and what staff entered when they filed it. */
export type FiledScan = {
  file: { content: Buffer; name: string; mimeType: string; sha256: string }
  requestId: string
  patientName: string
  signerName: string
  /** The relation to the patient; `null` if the patient signed. */
  representativeRelation: string | null
  witnessName: string | null
  interpreterName: string | null
  signedOn: Day
  filedAt: Date
  filedBy: string
  /** The newest signed state of the audit log; `null` before the first one. */
  head: { sha256: string; signedAt: Date } | null
}

/** A PDF under the clinic's seal, with the scan attached; `sealedBy` and `stampedAt` are those of its seal. */
export type SealedScan = {
  content: Buffer<ArrayBuffer>
  sha256: string
  sealedBy: string
  stampedAt: Date | null
}

export type RenderSealedScan = (
  scan: FiledScan,
  clinic: { name: string; timeZone: string },
  sealedAt: Date,
) => Promise<SealedScan>

/** Makes sealed scans. Throws `invalid` if a scan has bytes that look like a seal, which hides the real one from checks. */
export const makeRenderSealedScan =
  (sealOf: () => Promise<Seal>, publicUrl: string): RenderSealedScan =>
  async (scan, clinic, sealedAt) => {
    const seal = await sealOf()
    const title = 'Scan of a Form Signed on Paper'
    const about = {
      ...{ language: 'en' as const, title, author: clinic.name, at: sealedAt },
      footer: `${title} · ${scan.requestId}`,
    }
    const drawn = await drawForm(about, (paper) => {
      drawPage(paper, scan, {
        title,
        clinic,
        sealedAt,
        fingerprint: seal.fingerprint,
        url: `${publicUrl}/verify`,
      })
      paper.pdf.file(scan.file.content, {
        name: scan.file.name,
        type: scan.file.mimeType,
        description: 'The scan',
        creationDate: scan.filedAt,
        modifiedDate: scan.filedAt,
      })
      seal.reserve(paper.pdf, { name: clinic.name, reason: SCAN_SEAL_REASON, at: sealedAt })
    })
    const { content, stampedAt } = await seal.close(drawn)
    const check = await checkSeal(content)
    if (check.state !== 'intact' || !check.isOurForm)
      throw new Failure('invalid', 'The scan has bytes that look like a seal')
    return { content, sha256: sha256(content).toString('hex'), sealedBy: seal.fingerprint, stampedAt }
  }

type Page = {
  title: string
  clinic: { name: string; timeZone: string }
  sealedAt: Date
  fingerprint: string
  url: string
}

function drawPage(paper: Paper, scan: FiledScan, { title, clinic, sealedAt, fingerprint, url }: Page): void {
  const words = formTexts.en.certificate
  const at = (moment: Date) => `${showExactly(moment, clinic.timeZone)} (${moment.toISOString()})`
  write(paper, 'H1', title, { font: 'strong', size: 15 })
  paper.pdf.moveDown(0.6)
  write(
    paper,
    'P',
    `The scan is attached to this file. ${clinic.name} entered the facts below when the scan was filed. They do not prove who signed the paper, or that the scan was not altered before it was filed. For that, compare the scan with the original.`,
  )
  paper.pdf.moveDown(0.6)
  drawFacts(paper, [
    [words.request, scan.requestId, 'code'],
    ['Patient', scan.patientName],
    ['Signed by, as entered', signerOf(scan)],
    ['Signed on, as entered', showDay(scan.signedOn)],
    ...optional('Witness, as entered', scan.witnessName),
    ...optional('Interpreter, as entered', scan.interpreterName),
    ['Filed', `${at(scan.filedAt)}, by ${scan.filedBy}`],
    ['Attached file', `${scan.file.name}, ${scan.file.content.length.toLocaleString('en-US')} bytes`],
    ['SHA-256 of the attached file', scan.file.sha256, 'code'],
    [words.seal, fingerprint, 'code'],
    ['Sealed', at(sealedAt)],
    ...(scan.head
      ? ([
          ['Signed state of the audit log before this file (SHA-256)', scan.head.sha256, 'code'],
          [words.headSigned, at(scan.head.signedAt)],
        ] satisfies Fact[])
      : []),
  ])
  const text = `This file is sealed by ${clinic.name}. Every program that checks signatures in PDF files shows any change made to it, or to the attached scan, after it was sealed. To check whether ${clinic.name} has this file, go to:`
  drawCheck(paper, text, { url, description: words.checkLink(url) })
}

const signerOf = ({ signerName, representativeRelation, patientName }: FiledScan): string =>
  representativeRelation === null ? signerName : `${signerName}, ${representativeRelation} of ${patientName}`

const optional = (label: string, value: string | null): Fact[] => (value ? [[label, value]] : [])
