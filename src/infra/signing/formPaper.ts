import PDFDocument from 'pdfkit'
import { type Language, locales } from '#domain/language.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { type FormFont, formFonts, freshFont, legible } from './formFonts.ts'

export type Pdf = InstanceType<typeof PDFDocument>
/** An element of the tag structure, which screen readers use. */
export type Element = ReturnType<Pdf['struct']>

export const ink = { text: '#1d2327', muted: '#566068', rule: '#cfc8bb', paper: '#ffffff' }

const MARGIN = 64
const FOOTER_TOP = 44

/** A form that is being drawn: the PDF and the root of its tag structure. */
export type Paper = { pdf: Pdf; root: Element }

type About = { title: string; author: string; at: Date; footer: string; language: Language }

/** Draws a form on tagged US Letter pages with page numbers and returns the finished file. */
export async function drawForm(about: About, draw: (paper: Paper) => void): Promise<Buffer<ArrayBuffer>> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    lang: locales[about.language],
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: about.title,
      Author: about.author,
      Producer: 'Caseload',
      Creator: 'Caseload',
      CreationDate: about.at,
    },
  })
  // pdfkit's types accept fonts only as files.
  for (const name of formFonts) pdf.registerFont(name, freshFont(name) as never)
  const parts: Buffer[] = []
  const finished = new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  draw({ pdf, root })
  root.end()
  numberPages(pdf, about)
  pdf.end()
  return finished
}

/** Draws content under a structure tag for screen readers. */
export function tagged({ pdf, root }: Paper, kind: string, draw: () => void): void {
  const element = pdf.struct(kind)
  root.add(element)
  element.add(draw)
  element.end()
}

type Look = { font?: FormFont; size?: number; color?: string }

/** Writes a line or paragraph in one style, under its tag. */
export function write(
  paper: Paper,
  kind: string,
  text: string,
  { font = 'text', size = 10, color = ink.text }: Look = {},
) {
  const { pdf } = paper
  tagged(paper, kind, () => {
    pdf.font(font).fontSize(size).fillColor(color).text(legible(text, font), { lineGap: 2 })
  })
}

/** Starts a new page if the height does not fit on this one but fits on an empty one. */
export function keepRoom(pdf: Pdf, height: number): void {
  const end = pdf.page.height - MARGIN
  if (pdf.y + height > end && height <= end - MARGIN) pdf.addPage()
}

/** Adds page numbers without tags, so that screen readers skip them. */
function numberPages(pdf: Pdf, { footer, language }: About): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index)
    pdf.page.margins.bottom = 0
    pdf.markContent('Artifact', { type: 'Pagination' })
    const at = pdf.page.height - FOOTER_TOP
    const options = { width: pdf.page.width - 2 * MARGIN, lineBreak: false }
    pdf.font('text').fontSize(8).fillColor(ink.muted).text(legible(footer, 'text'), MARGIN, at, options)
    pdf.text(formTexts[language].page(index + 1, count), MARGIN, at, { ...options, align: 'right' })
    pdf.endMarkedContent()
  }
}
