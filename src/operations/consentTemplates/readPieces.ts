import type { PhrasingContent } from 'mdast'
import { type ElementName, isElement } from '#domain/consent/elements.ts'
import { isMergeField } from '#domain/consent/mergeFields.ts'
import type { Piece, TemplateProblem } from '#domain/consent/templateText.ts'

/** A parsed line of a template: the text to print and the element marks. */
export type ReadLine = { pieces: Piece[]; marks: ElementName[] }

type Plain = Exclude<Piece, { kind: 'optional' }>
type Emphasis = { strong?: true; emphasis?: true }
type Run = Emphasis & { text: string; line: number }
type Tell = (problem: TemplateProblem) => void

const refused: Record<string, string> = {
  link: 'links are not printed; write the address as text',
  linkReference: 'links are not printed; write the address as text',
  image: 'images are not printed',
  imageReference: 'images are not printed',
  html: 'HTML is not printed',
  inlineCode: 'code is not printed; remove the backticks',
  code: 'code is not printed; remove the spaces at the beginning of the line',
  break: 'a paragraph cannot have line breaks; leave an empty line to start a new one',
  blockquote: 'quotations are not printed; remove the >',
  thematicBreak: 'horizontal rules are not printed; use a heading',
  definition: 'links are not printed; write the address as text',
}

/** The message that rejects an unsupported piece of Markdown. */
export const refusal = (type: string): string => refused[type] ?? 'this cannot be printed'

/**
 * Parses a line: merge fields, optional phrases in `[[ ]]` that are dropped when a fact is missing, and marks
 * at the end.
 */
export function readPieces(content: readonly PhrasingContent[], tell: Tell): ReadLine {
  const runs = content.flatMap((node) => runsOf(node, {}, tell))
  const marks = takeMarks(runs, tell)
  return { pieces: grouped(runs, tell), marks }
}

function runsOf(node: PhrasingContent, looks: Emphasis, tell: Tell): Run[] {
  const line = node.position?.start.line ?? 1
  if (node.type === 'text') return [{ text: node.value, line, ...looks }]
  if (node.type === 'strong' || node.type === 'emphasis') {
    const inside = { ...looks, [node.type]: true as const }
    return node.children.flatMap((child) => runsOf(child, inside, tell))
  }
  tell({ line, message: refusal(node.type) })
  return []
}

const markAtEnd = /(?<!\s)\s*\{#([^{}]*)\}\s*$/

function takeMarks(runs: Run[], tell: Tell): ElementName[] {
  const marks: ElementName[] = []
  const last = runs.at(-1)
  if (!last) return marks
  const line = lineAt(last, last.text.length)
  for (let found = markAtEnd.exec(last.text); found; found = markAtEnd.exec(last.text)) {
    const name = found[1] as string
    if (isElement(name)) marks.push(name)
    else tell({ line, message: `there is no part called {#${name}}` })
    last.text = last.text.slice(0, found.index)
  }
  return marks
}

const special = /\{\{([^{}]*)\}\}|\[\[|\]\]|\{#[^{}]*\}|\{\{|\}\}/g

const stray: Record<string, string> = {
  '{{': 'a merge field begins here and does not end; write {{patient.name}}',
  '}}': 'a merge field ends here and does not begin; write {{patient.name}}',
}

type Token = { line: number; at: Plain | 'open' | 'close' }

function tokensOf(run: Run, tell: Tell): Token[] {
  const tokens: Token[] = []
  const { text, line: _, ...looks } = run
  let read = 0
  const plain = (to: number) => {
    const between = text.slice(read, to).replaceAll('\n', ' ')
    if (between) tokens.push({ line: lineAt(run, read), at: { kind: 'text', text: between, ...looks } })
  }
  for (const found of text.matchAll(special)) {
    const all = found[0]
    const name = found[1]?.trim()
    const line = lineAt(run, found.index)
    plain(found.index)
    read = found.index + all.length
    if (all === '[[' || all === ']]') tokens.push({ line, at: all === '[[' ? 'open' : 'close' })
    else if (name !== undefined && isMergeField(name))
      tokens.push({ line, at: { kind: 'field', name, ...looks } })
    else tell({ line, message: messageFor(all, name) })
  }
  plain(text.length)
  return tokens
}

function messageFor(found: string, name: string | undefined): string {
  if (name !== undefined) return `there is no field called {{${name}}}`
  return stray[found] ?? `put ${found} at the end of a heading, a paragraph or a list item`
}

const lineAt = (run: Run, index: number): number =>
  run.line + (run.text.slice(0, index).match(/\n/g)?.length ?? 0)

function grouped(runs: readonly Run[], tell: Tell): Piece[] {
  const pieces: Piece[] = []
  let open: { pieces: Plain[]; line: number } | null = null
  for (const { line, at } of runs.flatMap((run) => tokensOf(run, tell))) {
    if (at === 'open') {
      if (open) tell({ line, message: '[[ is inside another [[ ]]' })
      else open = { pieces: [], line }
    } else if (at === 'close') {
      if (open) closePhrase(open.pieces, line)
      else tell({ line, message: ']] ends a phrase that does not begin with [[' })
      open = null
    } else if (open) open.pieces.push(at)
    else pieces.push(at)
  }
  if (open) tell({ line: open.line, message: '[[ begins a phrase that does not end with ]]' })
  return pieces

  function closePhrase(phrase: Plain[], line: number): void {
    if (phrase.some(({ kind }) => kind === 'field')) pieces.push({ kind: 'optional', pieces: phrase })
    else tell({ line, message: 'text in [[ ]] must contain a merge field' })
  }
}
