import type { FormLine } from '#domain/consent/attestation.ts'
import { type Drawing, SHEET } from '#domain/consent/sheet.ts'
import type { Language } from '#domain/language.ts'
import { type FormTexts, formTexts } from '#domain/patientTexts/formTexts.ts'
import { languageDates } from '#domain/patientTexts/languageDates.ts'
import { canDraw, legible } from './formFonts.ts'
import { ink, keepRoom, type Paper, type Pdf, tagged, write } from './formPaper.ts'
import type { Signature } from './signature.ts'

const FIELD = { width: 300, height: 64 }
/** Between the text and the block. */
const GAP = 18
const BLOCK_HEIGHT = GAP + 190
const LINE_HEIGHT = 0.75 * FIELD.height

type Signed = {
  signerName: string
  representative: Signature['representative']
  witness: Signature['witness']
  interpreter: Signature['interpreter']
  signedAt: Date
  drawing: Drawing | null
  timeZone: string
  language: Language
}

/** The height of a signature with its witness and interpreter. */
export const signatureRoom = ({ witness, interpreter }: Pick<Signed, 'witness' | 'interpreter'>): number =>
  BLOCK_HEIGHT + (interpreter ? LINE_HEIGHT : 0) + (witness ? LINE_HEIGHT : 0)

/** Draws the signature with the printed name, the time with its zone, and the meaning. */
export function drawSignature(paper: Paper, signed: Signed): void {
  const { signerName, representative, witness, interpreter, signedAt, drawing, timeZone, language } = signed
  const { certificate, signature: words } = formTexts[language]
  const { pdf } = paper
  const top = openBlock(pdf, signatureRoom(signed))
  if (drawing) drawFigure(paper, drawing, words.figure(signerName), top)
  else drawTyped(paper, signerName, top)
  drawLine(pdf, top + FIELD.height)
  write(paper, 'P', words.printedName, { size: 9, color: ink.muted })
  write(paper, 'P', signerName)
  if (representative) {
    const { patientName, relation, authority } = representative
    write(paper, 'P', words.representative(patientName, relation, certificate.authorities[authority]))
  }
  if (interpreter) write(paper, 'P', words.interpreter(interpreter.name, interpreter.language))
  if (witness) write(paper, 'P', words.witness(witness.name, witness.relation))
  pdf.moveDown(0.3)
  write(paper, 'P', words.signed(drawing !== null, languageDates[language].exactly(signedAt, timeZone)))
  write(paper, 'P', words.meaning)
}

/** Anchor words that a provider uses to place its fields, printed white on white. */
export type Anchors = { signature: string; name: string; date: string; representative: string }

/** The height of the empty lines. */
export const emptySignatureRoom = (asked: readonly FormLine[], anchors?: Anchors): number =>
  BLOCK_HEIGHT + (anchors ? FIELD.height : 0) + asked.length * LINE_HEIGHT

/** Draws the empty signature lines of an unsigned form, and those for an interpreter and a witness. */
export function drawEmptySignature(
  paper: Paper,
  words: FormTexts['signature'],
  asked: readonly FormLine[],
  anchors?: Anchors,
): void {
  const { pdf } = paper
  const top = openBlock(pdf, emptySignatureRoom(asked, anchors))
  const lines: [string, string | undefined][] = [
    [words.label, anchors?.signature],
    [words.printedName, anchors?.name],
    [words.date, anchors?.date],
    // A pen has room on the paper; a provider needs a field.
    ...(anchors ? [[words.forPatient, anchors.representative] as [string, string]] : []),
    ...asked.map((line): [string, undefined] => [words[`${line}Line`], undefined]),
  ]
  for (const [index, [label, anchor]] of lines.entries()) {
    const y = top + FIELD.height * (index === 0 ? 1 : 1 + index * 0.75)
    if (anchor) drawAnchor(pdf, anchor, y)
    drawLine(pdf, y)
    write(paper, 'P', label, { size: 9, color: ink.muted })
  }
  pdf.moveDown(0.5)
  write(paper, 'P', words.meaning)
}

/** Returns where the block begins, below the gap. */
function openBlock(pdf: Pdf, height: number): number {
  keepRoom(pdf, height)
  pdf.y += GAP
  return pdf.y
}

function drawLine(pdf: Pdf, y: number): void {
  const { x } = pdf
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf
    .moveTo(x, y)
    .lineTo(x + FIELD.width, y)
    .lineWidth(0.7)
    .strokeColor(ink.rule)
    .stroke()
  pdf.endMarkedContent()
  pdf.y = y + 6
}

function drawAnchor(pdf: Pdf, anchor: string, y: number): void {
  const { x } = pdf
  pdf.markContent('Artifact')
  pdf.font('text').fontSize(10).fillColor(ink.paper)
  pdf.text(anchor, x, y - 16, { lineBreak: false })
  pdf.endMarkedContent()
  pdf.x = x
}

function drawTyped(paper: Paper, signerName: string, top: number): void {
  const { pdf } = paper
  const font = canDraw(signerName, 'hand') ? 'hand' : 'text'
  const name = legible(signerName, font)
  tagged(paper, 'P', () => {
    const { x } = pdf
    pdf.font(font).fontSize(20).fillColor(ink.text)
    const size = Math.max(8, Math.min(20, (30 * FIELD.width) / pdf.widthOfString(name)))
    pdf.fontSize(size).text(name, x, top + FIELD.height - 1.6 * size, { lineBreak: false })
    pdf.x = x
  })
}

function drawFigure(paper: Paper, drawing: Drawing, alt: string, top: number): void {
  const { pdf, root } = paper
  const draw = () => {
    const { x } = pdf
    drawStrokes(pdf, drawing, top)
    pdf.x = x
  }
  root.add(pdf.struct('Figure', { alt }, draw))
}

function drawStrokes(pdf: Pdf, drawing: Drawing, top: number): void {
  const scale = Math.min(FIELD.width / SHEET.width, (FIELD.height - 2) / SHEET.height)
  pdf.save().translate(pdf.x, top).scale(scale)
  pdf
    .lineWidth(1.4 / scale)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor(ink.text)
  for (const [x = 0, y = 0, ...rest] of drawing) {
    pdf.moveTo(x, y)
    // A pen that only touched the pad leaves a dot.
    if (rest.length === 0) pdf.lineTo(x, y)
    for (let at = 0; at < rest.length; at += 2) pdf.lineTo(rest[at] ?? x, rest[at + 1] ?? y)
    pdf.stroke()
  }
  pdf.restore()
}
