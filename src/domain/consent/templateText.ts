import type { Language } from '../language.ts'
import { formTexts } from '../patientTexts/formTexts.ts'
import type { ConsentBlock, Inline, Span } from './document.ts'
import type { ElementName } from './elements.ts'
import type { ConsentFacts, MergeFieldName } from './mergeFields.ts'

type Emphasis = Pick<Span, 'strong' | 'emphasis'>

/** A piece of a template's line. An optional piece is dropped if one of its facts is unknown. */
export type Piece =
  | (Emphasis & { kind: 'text'; text: string })
  | (Emphasis & { kind: 'field'; name: MergeFieldName })
  | { kind: 'optional'; pieces: Exclude<Piece, { kind: 'optional' }>[] }

export type TemplateBlock =
  | { kind: 'heading' | 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }

/** A parsed template: its blocks and the marked elements of 45 CFR 164.508(c). */
export type TemplateText = { blocks: TemplateBlock[]; marked: ReadonlySet<ElementName> }

/** Text that cannot be printed. Lines count from 1. */
export type TemplateProblem = { line: number; message: string }

/**
 * Fills in the facts of one form. A fact is always plain text, and an unknown one gets its field's wording.
 */
export function fillTemplate(
  { blocks }: Pick<TemplateText, 'blocks'>,
  facts: ConsentFacts,
  language: Language = 'en',
): ConsentBlock[] {
  return blocks.flatMap((block): ConsentBlock[] => {
    if (block.kind !== 'list') {
      const text = inlineOf(block.pieces, facts, language)
      return text === '' ? [] : [{ kind: block.kind, text }]
    }
    const items = block.items.map((pieces) => inlineOf(pieces, facts, language)).filter((item) => item !== '')
    if (items.length === 0) return []
    return [{ kind: 'list', items, ...(block.ordered && { ordered: true }) }]
  })
}

function inlineOf(pieces: readonly Piece[], facts: ConsentFacts, language: Language): Inline {
  const spans: Span[] = []
  const textSoFar = () => spans.map(({ text }) => text).join('')
  for (const piece of pieces.flatMap((one) => chosen(one, facts))) {
    const text = piece.kind === 'text' ? piece.text : wordsFor(piece.name, facts, textSoFar(), language)
    const last = spans.at(-1)
    if (last && looks(last) === looks(piece)) last.text += text
    else
      spans.push({ text, ...(piece.strong && { strong: true }), ...(piece.emphasis && { emphasis: true }) })
  }
  const [first, last] = [spans[0], spans.at(-1)]
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  const visible = spans.filter(({ text }) => text !== '')
  return visible.some((span) => looks(span) !== 0) ? visible : textSoFar()
}

const looks = ({ strong, emphasis }: Emphasis): number => (strong ? 2 : 0) + (emphasis ? 1 : 0)

function chosen(piece: Piece, facts: ConsentFacts): Exclude<Piece, { kind: 'optional' }>[] {
  if (piece.kind !== 'optional') return [piece]
  const isKnown = piece.pieces.every((one) => one.kind === 'text' || asPrinted(facts[one.name]) !== '')
  return isKnown ? piece.pieces : []
}

function wordsFor(name: MergeFieldName, facts: ConsentFacts, before: string, language: Language): string {
  const value = asPrinted(facts[name])
  if (value !== '') return value
  const missing = formTexts[language].missing[name]
  const startsSentence = before === '' || /[.!?:]\s+$/.test(before)
  return startsSentence ? missing.charAt(0).toUpperCase() + missing.slice(1) : missing
}

/**
 * A fact as it is printed: joins an address of several lines and removes invisible characters, especially those that
 * reverse the text. Empty if it is unknown.
 */
export const asPrinted = (value: string | null): string =>
  (value ?? '')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
    .replace(/\s*\n\s*/g, ', ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
