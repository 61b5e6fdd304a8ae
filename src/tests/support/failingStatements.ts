import { Client } from 'pg'

/**
 * How a statement fails: PostgreSQL refuses it, PostgreSQL cancels its transaction, or the connection breaks before or after the
 * statement has run.
 */
export const waysToFail = ['refused', 'canceled', 'cut', 'unanswered'] as const
export type WayToFail = (typeof waysToFail)[number]

type Callback = (error: Error | null, result?: unknown) => void
type Run = (this: Client, ...args: unknown[]) => unknown

/** SQLSTATE codes: an internal error, and a serialization failure, after which a transaction can be repeated. */
const codes = { refused: 'XX000', canceled: '40001' }

/**
 * Runs `body` and lets one SQL statement fail: the one with this number among those that the process sends in that time. Returns
 * the result of `body` and the text of the statement, or `null` if there were fewer.
 */
export async function withFailingStatement<Result>(
  number: number,
  way: WayToFail,
  body: () => Promise<Result>,
): Promise<{ result: Result; failed: string | null }> {
  const run = Client.prototype.query as Run
  let sent = 0
  let failed: string | null = null
  const query: Run = function (...args) {
    sent += 1
    if (sent !== number) return run.apply(this, args)
    failed = textOf(args[0])
    const callback = args.find((one): one is Callback => typeof one === 'function')
    const others = args.filter((one) => one !== callback)
    const ended = fail(this, run, others, way)
    if (!callback) return ended
    return void ended.then(
      (result) => callback(null, result),
      (error) => callback(error),
    )
  }
  Client.prototype.query = query as typeof Client.prototype.query
  try {
    return { result: await body(), failed }
  } finally {
    Client.prototype.query = run as typeof Client.prototype.query
  }
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: string }).text)

async function fail(client: Client, run: Run, args: unknown[], way: WayToFail): Promise<unknown> {
  if (way === 'cut') {
    breakConnection(client)
    return run.apply(client, args)
  }
  if (way === 'unanswered') {
    await run.apply(client, args)
    breakConnection(client)
    throw new Error('Connection terminated unexpectedly')
  }
  // A transaction whose COMMIT fails has ended.
  if (/^\s*commit/i.test(textOf(args[0]))) {
    await run.call(client, 'ROLLBACK')
    throw Object.assign(new Error('refused by the test'), { code: codes[way], severity: 'ERROR' })
  }
  return run.call(client, `DO $$ BEGIN RAISE 'refused by the test' USING ERRCODE = '${codes[way]}'; END $$`)
}

const breakConnection = (client: Client) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()
