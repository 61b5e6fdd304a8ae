import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** The SQL that reaches PostgreSQL while `run` works, in order. */
export async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const original = pg.Client.prototype.query as unknown as Query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    seen.push(typeof first === 'string' ? first : ((first as { text?: string })?.text ?? ''))
    return original.apply(this, args)
  } as never
  try {
    await run()
  } finally {
    pg.Client.prototype.query = original as never
  }
  return seen
}

/** Without what only opens, closes or sets up a transaction. */
export const work = (statements: string[]): string[] =>
  statements.filter((text) => !/^\s*(BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT|RELEASE)\b/i.test(text))
