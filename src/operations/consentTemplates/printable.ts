import type { TemplateProblem } from '#domain/consent/templateText.ts'
import { invalid } from '../operation.ts'
import { readTemplate } from './readTemplate.ts'

const SHOWN = 5

/** Rejects a text that cannot be printed, with the line numbers. */
export function requirePrintable(body: string): void {
  const { problems } = readTemplate(body)
  if (problems.length > 0) throw invalid({ body: inWords(problems) })
}

function inWords(problems: readonly TemplateProblem[]): string {
  const told = problems.slice(0, SHOWN).map(({ line, message }) => `Line ${line}: ${message}`)
  const more = problems.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('. ')
}
