import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** What DocuSign looks for in the text of the PDF, to put its fields there. */
export const anchors = { signature: '\\s1\\', name: '\\n1\\', date: '\\d1\\' } as const

const ink = rgb(0.11, 0.14, 0.15)
const muted = rgb(0.34, 0.38, 0.41)
const paper = rgb(1, 1, 1)
const LEFT = 64
const MEANING = 'Meaning of this signature: I authorize the release of health information described above.'

/** The document with a page to sign on. The anchors are white: there for DocuSign, and nothing for the eye. */
export async function withSignaturePage(original: Uint8Array): Promise<Buffer> {
  const pdf = await PDFDocument.load(original)
  const [text, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ])
  const page = pdf.addPage([612, 792])
  const write = (line: string, y: number, size: number, font = text, color = ink) =>
    page.drawText(line, { x: LEFT, y, size, font, color })
  write('Signature', 700, 15, bold)
  const fields = [
    ['Signature', anchors.signature, 610],
    ['Printed name', anchors.name, 540],
    ['Date', anchors.date, 490],
  ] as const
  for (const [label, anchor, y] of fields) {
    write(anchor, y + 8, 8, text, paper)
    page.drawLine({ start: { x: LEFT, y }, end: { x: LEFT + 300, y }, thickness: 0.7, color: muted })
    write(label, y - 14, 9, text, muted)
  }
  write(MEANING, 440, 9, text, muted)
  return Buffer.from(await pdf.save())
}
