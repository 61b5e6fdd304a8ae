import type { List, Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { FormLine } from '#domain/consent/attestation.ts'
import type { ConsentBlock, ConsentDocument } from '#domain/consent/document.ts'
import { type ElementName, elementNames, missingElements } from '#domain/consent/elements.ts'
import type { ConsentFacts } from '#domain/consent/mergeFields.ts'
import type { TemplateContent, TemplateTexts } from '#domain/consent/standardTemplate.ts'
import { authorizationSummary } from '#domain/consent/summary.ts'
import {
  fillTemplate,
  type TemplateBlock,
  type TemplateProblem,
  type TemplateText,
} from '#domain/consent/templateText.ts'
import type { Language } from '#domain/language.ts'
import { formTexts } from '#domain/patientTexts/formTexts.ts'
import { invalid } from '../operation.ts'
import { type ReadLine, readPieces, refusal } from './readPieces.ts'
import type { VersionContent } from './versionHash.ts'

/** A template's text and its problems by line. Only a text without problems is saved or sent. */
type ReadTemplate = TemplateText & { problems: TemplateProblem[] }

/** Parses the subset of Markdown that forms use: headings, paragraphs, lists, bold and italic. */
export function readTemplate(body: string): ReadTemplate {
  const entangled = entanglement(body)
  if (entangled) return { blocks: [], marked: new Set(), problems: [entangled] }
  const problems: TemplateProblem[] = []
  const marked = new Set<ElementName>()
  const blocks: TemplateBlock[] = []
  const reading: Reading = { tell: (problem) => problems.push(problem), marked, blocks, heading: null }
  for (const node of fromMarkdown(body).children) readBlock(node, reading)
  closeSection(reading)
  if (blocks.length === 0 && problems.length === 0)
    problems.push({ line: 1, message: 'there is no text yet' })
  return { blocks, marked, problems: worthTelling(problems) }
}

/** Five or more nested lists or quotations on one line. None of them can be printed. */
const nested = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])[ \t]*){5}/m
/** More bold and italic markers than even the longest real form has. */
const MOST_SIGNS = 2000

/** Rejects input that would block the parser for many seconds, and with it every other request. */
function entanglement(body: string): TemplateProblem | null {
  const at = nested.exec(body)?.index
  if (at !== undefined) return { line: body.slice(0, at).split('\n').length, message: NO_OTHER_LIST }
  if ((body.match(/[*_]/g)?.length ?? 0) <= MOST_SIGNS) return null
  return { line: 1, message: `there are more than ${MOST_SIGNS} bold and italic markers` }
}

const NO_OTHER_LIST = 'a list item can have only one paragraph and no nested list'
const NO_WORDS = 'this part has no text'

/** Sorts problems by line. If a line already has another problem, the message that it is empty is dropped. */
const worthTelling = (problems: readonly TemplateProblem[]): TemplateProblem[] =>
  problems
    .filter(
      (one) => one.message !== NO_WORDS || !problems.some((two) => two !== one && two.line === one.line),
    )
    .filter(
      ({ line, message }, at, all) =>
        all.findIndex((one) => one.line === line && one.message === message) === at,
    )
    .sort((one, two) => one.line - two.line)

type Reading = {
  tell: (problem: TemplateProblem) => void
  marked: Set<ElementName>
  blocks: TemplateBlock[]
  /** The heading of the current section and its marks, until text follows below it. */
  heading: { marks: ElementName[]; line: number } | null
}

const lineOf = (node: Nodes): number => node.position?.start.line ?? 1

function readBlock(node: RootContent, reading: Reading): void {
  if (node.type === 'heading') {
    closeSection(reading)
    const { pieces, marks } = readPieces(node.children, reading.tell)
    if (pieces.length === 0) reading.tell({ line: lineOf(node), message: NO_WORDS })
    reading.blocks.push({ kind: 'heading', pieces })
    reading.heading = { marks, line: lineOf(node) }
  } else if (node.type === 'paragraph') {
    const line = readPieces(node.children, reading.tell)
    if (keep(line, lineOf(node), reading)) reading.blocks.push({ kind: 'paragraph', pieces: line.pieces })
  } else if (node.type === 'list') readList(node, reading)
  else reading.tell({ line: lineOf(node), message: refusal(node.type) })
}

function readList(list: List, reading: Reading): void {
  if (list.ordered && list.start !== 1)
    reading.tell({ line: lineOf(list), message: 'a numbered list begins with 1.' })
  const items = list.children.flatMap((item) => {
    const [only, ...more] = item.children
    const line = lineOf(item)
    if (only?.type !== 'paragraph' || more.length > 0) {
      const message = only ? NO_OTHER_LIST : NO_WORDS
      reading.tell({ line, message })
      return []
    }
    const read = readPieces(only.children, reading.tell)
    return keep(read, line, reading) ? [read.pieces] : []
  })
  if (items.length > 0) reading.blocks.push({ kind: 'list', ordered: list.ordered === true, items })
}

/** Stores the marks of a line. A mark on an empty line is reported as a problem. */
function keep({ pieces, marks }: ReadLine, line: number, reading: Reading): boolean {
  const isEmpty = pieces.every((piece) => piece.kind === 'text' && piece.text.trim() === '')
  if (isEmpty) {
    reading.tell({ line, message: NO_WORDS })
    return false
  }
  for (const name of [...marks, ...(reading.heading?.marks ?? [])]) reading.marked.add(name)
  reading.heading = null
  return true
}

function closeSection(reading: Reading): void {
  const { heading, tell } = reading
  if (heading && heading.marks.length > 0)
    tell({ line: heading.line, message: 'this part is marked, but there is no text under its heading' })
  reading.heading = null
}

/** The elements of 45 CFR 164.508(c) that a text lacks. */
export const elementsMissingIn = (body: string): ElementName[] => missingElements(readTemplate(body).marked)

/** The elements that a template's text lacks in English, or in Spanish if it has a Spanish text. */
export const missingElementsOf = ({
  body,
  bodyEs,
}: Pick<TemplateTexts, 'body' | 'bodyEs'>): ElementName[] => {
  const spanish = bodyEs === null ? [] : elementsMissingIn(bodyEs)
  const english = elementsMissingIn(body)
  return elementNames.filter((name) => english.includes(name) || spanish.includes(name))
}

type Written = Pick<TemplateContent, 'title' | 'body' | 'validDays'> & {
  spanish?: { title: string; body: string } | null | undefined
  asksWitness?: boolean | null | undefined
  asksInterpreter?: boolean | null | undefined
}

/** The columns of a version, from what its author wrote. */
export const contentOf = ({
  spanish,
  asksWitness,
  asksInterpreter,
  ...english
}: Written): VersionContent => ({
  ...english,
  titleEs: spanish?.title ?? null,
  bodyEs: spanish?.body ?? null,
  asksWitness: asksWitness ?? false,
  asksInterpreter: asksInterpreter ?? false,
})

/** The version name printed on a form. It lets a form signed on paper be traced to its text. */
export const versionName = (name: string, number: number, language: Language = 'en'): string =>
  formTexts[language].version(name, number)

/** Fills a template's text with facts, and ends it with the summary of the authorization. */
export const documentOf = (
  { title, body }: Pick<TemplateContent, 'title' | 'body'>,
  version: string,
  facts: ConsentFacts,
  language: Language = 'en',
  lines: FormLine[] = [],
): ConsentDocument => ({
  version,
  title,
  blocks: formBlocks(readTemplate(body), facts, language, lines),
  ...(language !== 'en' && { language }),
  ...(lines.length > 0 && { lines }),
})

/** The text of a form: what the template says, the summary of the authorization, and what each line states. */
export const formBlocks = (
  text: TemplateText,
  facts: ConsentFacts,
  language: Language = 'en',
  lines: readonly FormLine[] = [],
): ConsentBlock[] => [
  ...fillTemplate(text, facts, language),
  ...authorizationSummary(facts, language),
  ...lines.flatMap((line): ConsentBlock[] => {
    const words = formTexts[language].lines[line]
    return [
      { kind: 'heading', text: words.heading },
      { kind: 'paragraph', text: words.text },
    ]
  }),
]

const SHOWN = 5

/** Rejects a text that cannot be printed, with the line numbers. */
export function requirePrintable({ body, bodyEs }: Pick<TemplateTexts, 'body' | 'bodyEs'>): void {
  const english = readTemplate(body).problems
  if (english.length > 0) throw invalid({ body: inWords(english) })
  const spanish = bodyEs === null ? [] : readTemplate(bodyEs).problems
  if (spanish.length > 0) throw invalid({ 'spanish.body': inWords(spanish) })
}

function inWords(problems: readonly TemplateProblem[]): string {
  const listed = problems.slice(0, SHOWN).map(({ line, message }) => `Line ${line}: ${message}`)
  const more = problems.length - listed.length
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('. ')
}
