import pg from 'pg'

/** A statement as PostgreSQL receives it. */
export type Sent = { text: string; values: unknown[] }

/** The SQL that PostgreSQL receives during `run`, in order. */
export const statementsOf = async (run: () => Promise<unknown>): Promise<string[]> =>
  (await sentWhile(run)).map(({ text }) => text)

/** The same with the parameter values. */
export async function sentWhile(run: () => Promise<unknown>): Promise<Sent[]> {
  const seen: Sent[] = []
  const { query } = pg.Client.prototype
  function recorded(this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args
    const { text = '', values = second } = typeof first === 'string' ? { text: first } : Object(first)
    seen.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(query, this, args)
  }
  Object.assign(pg.Client.prototype, { query: recorded })
  try {
    await run()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return seen
}

/** Removes statements that only control transactions, or set up a new connection of a pool. */
export const work = (statements: string[]): string[] =>
  statements.filter(
    (text) => !/^\s*(BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT|RELEASE|SELECT set_config)\b/i.test(text),
  )
