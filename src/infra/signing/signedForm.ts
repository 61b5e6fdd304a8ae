import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { type ConsentDocument, disclosure, plainText } from '#domain/consent/document.ts'
import { showExactly } from '#domain/dates.ts'

/** Everything the signed form says beside the document itself. */
export type Signature = {
  signerName: string
  signedAt: Date
  openedAt: Date
  sentAt: Date
  ipAddress: string | null
  userAgent: string | null
  requestId: string
  documentSha256: string
  kind: 'typed' | 'drawn'
  /** PNG of the drawn signature; `null` where the typed name is the signature. */
  drawing: Uint8Array | null
  channel: 'remote' | 'in_person'
  /** Who of the clinic handed the device over. */
  recordedBy: string | null
  identityCheck: { kind: 'date_of_birth' | 'email_code'; checkedAt: Date } | null
  disclosureAgreedAt: Date
}

export type SignedForm = { content: Uint8Array<ArrayBuffer>; sha256: string }
export type RenderSignedForm = (
  document: ConsentDocument,
  signature: Signature,
  clinic: { name: string; timeZone: string },
) => Promise<SignedForm>

// Names come in every alphabet, and the fonts that PDF has built in know only Latin ones.
const font = (file: string) => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`)
const fonts = {
  text: font('DejaVuSans.ttf'),
  bold: font('DejaVuSans-Bold.ttf'),
  hand: font('DejaVuSerif-Italic.ttf'),
}
const ink = { text: '#1d2327', muted: '#566068', rule: '#cfc8bb' }

type Pdf = InstanceType<typeof PDFDocument>

export type RenderOriginal = (
  document: ConsentDocument,
  clinic: { name: string; timeZone: string },
) => Promise<Uint8Array<ArrayBuffer>>

/** The document alone, as it is handed out for signing. */
export const renderOriginal: RenderOriginal = async (document, clinic) => {
  const { pdf, finished } = openPdf(document, clinic.name, new Date(0))
  drawDocument(pdf, document, clinic.name)
  pdf.end()
  return finished
}

/** The document, the signature with name, moment and meaning, and a certificate page, as one PDF. */
export const renderSignedForm: RenderSignedForm = async (document, signature, clinic) => {
  const { pdf, finished } = openPdf(document, clinic.name, signature.signedAt)
  drawDocument(pdf, document, clinic.name)
  drawSignature(pdf, signature, clinic.timeZone)
  drawCertificate(pdf, document, signature, clinic.timeZone)
  pdf.end()
  const content = await finished
  return { content, sha256: createHash('sha256').update(content).digest('hex') }
}

function openPdf(document: ConsentDocument, Author: string, CreationDate: Date) {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins: { top: 64, bottom: 64, left: 64, right: 64 },
    lang: 'en-US',
    displayTitle: true,
    info: { Title: document.title, Author, CreationDate },
  })
  const parts: Buffer[] = []
  const finished = new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  return { pdf, finished }
}

function drawDocument(pdf: Pdf, document: ConsentDocument, clinicName: string) {
  pdf.font(fonts.text).fontSize(9).fillColor(ink.muted).text(clinicName)
  pdf.moveDown(0.6).font(fonts.bold).fontSize(17).fillColor(ink.text).text(document.title).moveDown(0.6)
  for (const block of document.blocks) {
    if (block.kind === 'heading')
      pdf.moveDown(0.4).font(fonts.bold).fontSize(11).text(plainText(block.text)).moveDown(0.2)
    else if (block.kind === 'paragraph')
      pdf.font(fonts.text).fontSize(10).text(plainText(block.text), { lineGap: 2 }).moveDown(0.3)
    else
      pdf
        .font(fonts.text)
        .fontSize(10)
        .list(block.items.map(plainText), { bulletRadius: 1.5, textIndent: 12, lineGap: 2 })
        .moveDown(0.3)
  }
}

function drawSignature(pdf: Pdf, signature: Signature, timeZone: string) {
  if (pdf.y > pdf.page.height - 200) pdf.addPage()
  pdf.moveDown(1.5).font(fonts.hand).fontSize(20).fillColor(ink.text).text(signature.signerName)
  const { x, y } = pdf
  pdf
    .moveTo(x, y + 2)
    .lineTo(x + 300, y + 2)
    .lineWidth(0.7)
    .strokeColor(ink.rule)
    .stroke()
  pdf.y = y + 8
  pdf.font(fonts.text).fontSize(9).fillColor(ink.muted)
  pdf.text(`Signed electronically by ${signature.signerName}`)
  pdf.text(showExactly(signature.signedAt, timeZone))
  pdf.text('Meaning of this signature: I authorize the release of health information described above.')
}

function drawCertificate(pdf: Pdf, document: ConsentDocument, signature: Signature, timeZone: string) {
  const at = (moment: Date) => `${showExactly(moment, timeZone)} (${moment.toISOString()})`
  pdf
    .addPage()
    .font(fonts.bold)
    .fontSize(15)
    .fillColor(ink.text)
    .text('Certificate of completion')
    .moveDown(0.8)
  const rows: [string, string][] = [
    ['Form', `${document.title}, ${document.version}`],
    ['Request', signature.requestId],
    ['Signer', signature.signerName],
    ['Sent', at(signature.sentAt)],
    ['Opened', at(signature.openedAt)],
    ['Signed', at(signature.signedAt)],
    ['Notice of electronic signing', `${disclosure.version}, agreed to before signing`],
    ['Address', signature.ipAddress ?? 'not known'],
    ['Browser', signature.userAgent ?? 'not known'],
    ['SHA-256 of the text', signature.documentSha256],
  ]
  for (const [label, value] of rows) {
    pdf.font(fonts.bold).fontSize(9).fillColor(ink.muted).text(label)
    pdf.font(fonts.text).fontSize(10).fillColor(ink.text).text(value).moveDown(0.5)
  }
}
