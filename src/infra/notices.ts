import { Client } from 'pg'
import * as z from 'zod/mini'
import { databaseNotice, type Notice } from '#domain/live/notice.ts'
import { setUpConnection } from './applicationConnection.ts'

type Hear = (notice: Notice) => void

/** Notices that the database sends when changes are committed. */
export type Notices = {
  /**
   * Passes every later notice to `hear`. Resolves when none can be missed. The first listener opens the process's only
   * connection. Without a database it rejects and can be called again.
   */
  listen: (hear: Hear) => Promise<void>
  /** Rejects if the database does not answer on the listening connection, or if there is none. */
  check: () => Promise<void>
  close: () => Promise<void>
}

type Times = { firstWaitMs: number; longestWaitMs: number; pingEveryMs: number; pingAnswerMs: number }

const usual: Times = { firstWaitMs: 100, longestWaitMs: 5_000, pingEveryMs: 30_000, pingAnswerMs: 5_000 }

/**
 * Keeps one listening connection. After a loss it reconnects with growing delays and sends `missed`, because notices may
 * have been lost. Regular queries detect a dead connection.
 */
export function makeNotices(
  url: string,
  { role, ...times }: Partial<Times> & { role?: string | undefined } = {},
): Notices {
  const { firstWaitMs, longestWaitMs, pingEveryMs, pingAnswerMs } = { ...usual, ...times }

  const listeners = new Set<Hear>()
  let connection: Listening | undefined
  let opening: Promise<void> | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  const tell = (notice: Notice) => {
    for (const hear of listeners) hear(notice)
  }

  async function connect(): Promise<void> {
    const next = newClient(url, pingAnswerMs)
    try {
      await next.connect()
      await setUpConnection(next, { role })
      await next.query('LISTEN caseload')
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Only now, so that after a loss `missed` comes first. It also covers notices that arrived until here.
    next.on('notification', ({ payload }) => {
      const notice = read(payload)
      if (notice) tell(notice)
    })
    connection = listening(next)
    const { check } = connection
    next.once('end', () => lost(firstWaitMs))
    ping = setInterval(() => check().catch(() => {}), pingEveryMs)
    ping.unref()
  }

  function lost(waitMs: number): void {
    clearInterval(ping)
    if (isClosed) return
    retry = setTimeout(() => {
      const again = () => lost(Math.min(2 * waitMs, longestWaitMs))
      opening = connect()
      opening.then(() => tell({ kind: 'missed' }), again)
    }, waitMs)
    retry.unref()
  }

  async function openFirst(): Promise<void> {
    try {
      await connect()
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  return {
    listen: async (hear) => {
      listeners.add(hear)
      opening ??= openFirst()
      await opening.catch((error: unknown) => {
        listeners.delete(hear)
        throw error
      })
    },
    check: async () => {
      if (!connection) throw new Error('There is no listening connection')
      await connection.check()
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(ping)
      await opening?.catch(() => {})
      clearInterval(ping)
      await connection?.client.end()
    },
  }
}

type Listening = { client: Client; check: () => Promise<void> }

/** A connection whose `check` ends it if the database does not answer, so that it is replaced at once. */
function listening(client: Client): Listening {
  // A connection runs one query at a time. Callers in the meantime share its answer.
  let answer: Promise<void> | undefined
  const ask = async () => {
    try {
      await client.query('SELECT 1')
    } catch (error) {
      client.end().catch(() => {})
      throw error
    } finally {
      answer = undefined
    }
  }
  return {
    client,
    check: () => {
      answer ??= ask()
      return answer
    },
  }
}

function newClient(url: string, pingAnswerMs: number): Client {
  const client = new Client({
    connectionString: url,
    application_name: 'caseload live changes',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: pingAnswerMs,
  })
  client.on('error', () => {}) // `end` follows, or the query in progress reports the same error
  return client
}

/** Parses a notice. Any database user can write to the channel, so an invalid payload is ignored. */
function read(payload: string | undefined): Notice | null {
  try {
    return z.safeParse(databaseNotice, JSON.parse(payload ?? '')).data ?? null
  } catch {
    return null
  }
}
