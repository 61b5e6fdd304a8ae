import type { ConsentBlock, Inline, Span } from './document.ts'
import type { ElementName } from './elements.ts'
import { type ConsentFacts, type MergeFieldName, mergeFields } from './mergeFields.ts'

type Emphasis = Pick<Span, 'strong' | 'emphasis'>

/** A piece of a template's line. What is optional is left out when a fact in it is not known. */
export type Piece =
  | (Emphasis & { kind: 'text'; text: string })
  | (Emphasis & { kind: 'field'; name: MergeFieldName })
  | { kind: 'optional'; pieces: Exclude<Piece, { kind: 'optional' }>[] }

export type TemplateBlock =
  | { kind: 'heading' | 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }

/** A template's text, read: its blocks, and the elements of 45 CFR 164.508(c) that its author marked. */
export type TemplateText = { blocks: TemplateBlock[]; marked: ReadonlySet<ElementName> }

/** What cannot be printed as it stands. Lines count from 1. */
export type TemplateProblem = { line: number; message: string }

/**
 * The text with the facts of one form written in. A fact is text and nothing else, whatever it looks like; one that
 * is not known takes the wording of its field.
 */
export function fillTemplate({ blocks }: Pick<TemplateText, 'blocks'>, facts: ConsentFacts): ConsentBlock[] {
  return blocks.flatMap((block): ConsentBlock[] => {
    if (block.kind !== 'list') {
      const text = inlineOf(block.pieces, facts)
      return text === '' ? [] : [{ kind: block.kind, text }]
    }
    const items = block.items.map((pieces) => inlineOf(pieces, facts)).filter((item) => item !== '')
    if (items.length === 0) return []
    return [{ kind: 'list', items, ...(block.ordered && { ordered: true }) }]
  })
}

function inlineOf(pieces: readonly Piece[], facts: ConsentFacts): Inline {
  const spans: Span[] = []
  const said = () => spans.map(({ text }) => text).join('')
  for (const piece of pieces.flatMap((one) => chosen(one, facts))) {
    const text = piece.kind === 'text' ? piece.text : wordsFor(piece.name, facts, said())
    const last = spans.at(-1)
    if (last && looks(last) === looks(piece)) last.text += text
    else
      spans.push({ text, ...(piece.strong && { strong: true }), ...(piece.emphasis && { emphasis: true }) })
  }
  const [first, last] = [spans[0], spans.at(-1)]
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  const visible = spans.filter(({ text }) => text !== '')
  return visible.some((span) => looks(span) !== 0) ? visible : said()
}

const looks = ({ strong, emphasis }: Emphasis): number => (strong ? 2 : 0) + (emphasis ? 1 : 0)

function chosen(piece: Piece, facts: ConsentFacts): Exclude<Piece, { kind: 'optional' }>[] {
  if (piece.kind !== 'optional') return [piece]
  const isKnown = piece.pieces.every((one) => one.kind === 'text' || known(facts[one.name]) !== '')
  return isKnown ? piece.pieces : []
}

function wordsFor(name: MergeFieldName, facts: ConsentFacts, before: string): string {
  const value = known(facts[name])
  if (value !== '') return value
  const { missing } = mergeFields[name]
  const startsSentence = before === '' || /[.!?:]\s+$/.test(before)
  return startsSentence ? missing.charAt(0).toUpperCase() + missing.slice(1) : missing
}

/** An address of several lines becomes one line; what cannot be seen is left out, above all what would turn the text around. */
const known = (value: string | null): string =>
  (value ?? '')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
    .replace(/\s*\n\s*/g, ', ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
