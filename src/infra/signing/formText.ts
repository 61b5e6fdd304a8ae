import {
  type ConsentBlock,
  type ConsentDocument,
  type Inline,
  plainText,
  type Span,
  spansOf,
} from '#domain/consent/document.ts'
import { type FormFont, legible } from './formFonts.ts'
import { ink, keepRoom, type Paper, type Pdf, tagged, write } from './formPaper.ts'

const SIZE = 10
const INDENT = 20

/**
 * Draws the text of a form as the signing page shows it. The last section, with those about a witness and an interpreter, stays
 * on the page of the signature, which the caller draws next and which needs `below` points. A page with only a signature would
 * not show what was signed.
 */
export function drawText(paper: Paper, document: ConsentDocument, clinicName: string, below = 0): void {
  const { pdf } = paper
  write(paper, 'P', clinicName, { size: 9, color: ink.muted })
  pdf.moveDown(0.6)
  write(paper, 'H1', document.title, { font: 'strong', size: 17 })
  pdf.moveDown(0.6)
  const { blocks, lines = [] } = document
  const sections = [...blocks.keys()].filter((index) => blocks[index]?.kind === 'heading')
  const last = sections.at(-1 - lines.length)
  for (const [index, block] of blocks.entries()) {
    if (index === last) keepRoom(pdf, roomFor(pdf, blocks.slice(last)) + below)
    drawBlock(paper, block)
  }
}

/** The most height that the blocks can need. It is measured in bold, the widest font. */
function roomFor(pdf: Pdf, blocks: ConsentBlock[]): number {
  const width = pdf.page.width - 2 * pdf.page.margins.left
  const high = (words: Inline, size: number, indent = 0) =>
    pdf
      .font('strong')
      .fontSize(size)
      .heightOfString(plainText(words), { width: width - indent, lineGap: 2 })
  const heights = blocks.map((block) => {
    if (block.kind === 'list') return block.items.reduce((sum, item) => sum + high(item, SIZE, INDENT) + 2, 5)
    return block.kind === 'heading' ? high(block.text, 11) + 9 : high(block.text, SIZE) + 4
  })
  return heights.reduce((sum, height) => sum + height, 0)
}

function drawBlock(paper: Paper, block: ConsentBlock): void {
  const { pdf } = paper
  if (block.kind === 'heading') {
    keepRoom(pdf, 60)
    pdf.moveDown(0.4)
    tagged(paper, 'H2', () => drawSpans(pdf, strong(block.text), 11))
    pdf.moveDown(0.2)
  } else if (block.kind === 'paragraph') {
    tagged(paper, 'P', () => drawSpans(pdf, block.text, SIZE))
    pdf.moveDown(0.3)
  } else {
    drawList(paper, block.items, block.ordered ?? false)
    pdf.moveDown(0.3)
  }
}

const strong = (words: Inline): Span[] => spansOf(words).map((span) => ({ ...span, strong: true }))

const fontFor = ({ strong, emphasis }: Span): FormFont =>
  strong ? (emphasis ? 'both' : 'strong') : emphasis ? 'emphasis' : 'text'

/** Draws words of several styles as one continuous text. */
function drawSpans(pdf: Pdf, words: Inline, size: number, options: { width?: number } = {}): void {
  const spans = spansOf(words).filter(({ text }) => text !== '')
  pdf.fontSize(size).fillColor(ink.text)
  for (const [index, span] of spans.entries()) {
    const font = fontFor(span)
    const continued = index < spans.length - 1
    pdf.font(font).text(legible(span.text, font), { lineGap: 2, ...options, continued })
  }
}

function drawList(paper: Paper, items: Inline[], isOrdered: boolean): void {
  const { pdf, root } = paper
  const left = pdf.x
  const width = pdf.page.width - pdf.page.margins.right - left - INDENT
  const list = pdf.struct('L')
  root.add(list)
  for (const [index, item] of items.entries()) {
    keepRoom(pdf, 2 * SIZE)
    const top = pdf.y
    const label = pdf.struct('Lbl', {}, () => {
      const mark = isOrdered ? `${index + 1}.` : '•'
      pdf.font('text').fontSize(SIZE).fillColor(ink.text).text(mark, left, top, { lineBreak: false })
    })
    const body = pdf.struct('LBody', {}, () => {
      pdf.x = left + INDENT
      pdf.y = top
      drawSpans(pdf, item, SIZE, { width })
    })
    list.add(pdf.struct('LI', {}, [label, body]))
    pdf.x = left
    pdf.moveDown(0.15)
  }
  list.end()
}
