import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** A statement as PostgreSQL receives it. */
export type Sent = { text: string; values: unknown[] }

/** The SQL that PostgreSQL receives during `run`, in order. */
export const statementsOf = async (run: () => Promise<unknown>): Promise<string[]> =>
  (await sentWhile(run)).map(({ text }) => text)

/** The same with the parameter values. */
export async function sentWhile(run: () => Promise<unknown>): Promise<Sent[]> {
  const seen: Sent[] = []
  const original = pg.Client.prototype.query as unknown as Query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text = '', values = second } = typeof first === 'string' ? { text: first } : Object(first)
    seen.push({ text, values: Array.isArray(values) ? values : [] })
    return original.apply(this, args)
  } as never
  try {
    await run()
  } finally {
    pg.Client.prototype.query = original as never
  }
  return seen
}

/** Removes statements that only control transactions. */
export const work = (statements: string[]): string[] =>
  statements.filter((text) => !/^\s*(BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT|RELEASE)\b/i.test(text))
