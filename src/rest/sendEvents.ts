import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises'
import { sendPieces } from '#http/sending.ts'

/** A page of a feed. */
export type FeedPage = { changes: unknown[]; cursor: string; hasMore: boolean }

/** Tells when the feed may have more, until it ends. */
type WakeUps = { next: () => Promise<{ done?: boolean | undefined }>; end: () => void }

type Feed = {
  /** Where to begin, unless the client names the last event that it has received. */
  after: string | undefined
  read: (after: string | undefined) => Promise<FeedPage>
  follow: () => Promise<WakeUps>
}

/** After this time without an event a comment is sent, so that proxies keep the connection. */
const BEAT_MS = 12_000
const BEAT = Buffer.from(':\n\n')
/** The time from one page to the next. Otherwise a stream could cost more than the request limit allows. */
const PAGE_MS = 1_000

/**
 * Sends the pages of a feed as server-sent events, as they come, until the client leaves or its access ends. The ID of an event
 * is the cursor of its page, so that a client that reconnects with `Last-Event-ID` misses nothing.
 */
export async function sendEvents(
  req: IncomingMessage,
  res: ServerResponse,
  { after, read, follow }: Feed,
): Promise<void> {
  const wakeUps = await follow()
  res.once('close', () => wakeUps.end())
  try {
    // Read before anything is sent, so that an error still has its own status.
    const first = await read(req.headers['last-event-id']?.toString() ?? after)
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    await sendPieces(res, eventsOf(first, read, wakeUps))
  } finally {
    wakeUps.end()
  }
}

async function* eventsOf(first: FeedPage, read: Feed['read'], wakeUps: WakeUps): AsyncGenerator<Buffer> {
  let next = wakeUps.next()
  let readAt = performance.now()
  // Also without changes, so that the client has a cursor.
  yield eventOf(first)
  for (let page = first; ; ) {
    while (page.hasMore) {
      await sleep(Math.max(0, readAt + PAGE_MS - performance.now()), null, { ref: false })
      readAt = performance.now()
      page = await read(page.cursor)
      if (page.changes.length > 0) yield eventOf(page)
    }
    const woken = await orBeat(next)
    if (!woken) {
      yield BEAT
      continue
    }
    // The next page has all changes until it is read.
    while (await isReady(next)) {
      if ((await next).done) return
      next = wakeUps.next()
    }
    page = { ...page, hasMore: true }
  }
}

const eventOf = ({ changes, cursor }: FeedPage): Buffer =>
  Buffer.from(`id: ${cursor}\nevent: changes\ndata: ${JSON.stringify({ changes, cursor })}\n\n`)

/** Waits for a promise; `null` when it is time for a sign of life. */
async function orBeat<Value>(waited: Promise<Value>): Promise<Value | null> {
  const timer = new AbortController()
  const beat = sleep(BEAT_MS, null, { ref: false, signal: timer.signal }).catch(() => null)
  return Promise.race([waited, beat]).finally(() => timer.abort())
}

const isReady = (waited: Promise<unknown>): Promise<boolean> =>
  Promise.race([waited.then(() => true), soon(false)])
