import { Client } from 'pg'
import { beginSpan, endSpan, isTracing } from './tracing.ts'

/** A statement that took long: its text without values, and its duration in milliseconds. */
export type SlowStatement = { statement: string; ms: number }

/** A longer text is cut. */
const TEXT_MAX = 2_000

/** The text of a statement with `?` for each quoted value. Parameters have no values in the text. */
export const withoutLiterals = (text: string): string =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, TEXT_MAX)

type Query = { text?: string; submit?: unknown }
type Callback = (...results: unknown[]) => void

/** The first word of a statement and the first table that it names: "SELECT patients". */
export function summaryOf(text: string): string {
  const statement = withoutLiterals(text)
  const [verb = ''] = /^\w+/.exec(statement) ?? []
  const [, table = ''] = /\b(?:from|into|update) (?:only )?"?(?:public"?\.)?"?(\w+)/i.exec(statement) ?? []
  return `${verb.toUpperCase()} ${table}`.trim()
}

/**
 * A client of PostgreSQL that reports each statement that took at least `ms` milliseconds, unless `ms` is 0, and whose statements are spans
 * if this process sends traces.
 */
export function observedClient(ms: number, report: (slow: SlowStatement) => void): typeof Client {
  return class extends Client {
    // The signatures of `query` are many, and all are passed on.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    override query(...given: any[]): any {
      const query = given[0] as string | Query | undefined
      const text = typeof query === 'string' ? query : query?.text
      // Streams and cursors take as long as their reader.
      if (text === undefined || (typeof query === 'object' && query.submit))
        return super.query(...(given as [never]))
      const began = performance.now()
      const span = isTracing() ? beginSpan(summaryOf(text), { 'db.system.name': 'postgresql' }) : undefined
      const done = (error?: unknown) => {
        endSpan(span, error)
        const took = performance.now() - began
        if (ms > 0 && took >= ms) report({ statement: withoutLiterals(text), ms: Math.round(took) })
      }
      const last = given.at(-1) as unknown
      if (typeof last === 'function') {
        const observed: Callback = (...results) => {
          done(results[0] ?? undefined)
          return (last as Callback)(...results)
        }
        return super.query(...([...given.slice(0, -1), observed] as unknown as [never]))
      }
      const answer = super.query(...(given as [never])) as unknown as Promise<unknown> | undefined
      answer?.then(() => done(), done)
      return answer
    }
  } as typeof Client
}
