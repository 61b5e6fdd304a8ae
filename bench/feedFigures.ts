import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { signInRequest } from './requests.ts'
import { median, percentile } from './rounds.ts'
import { type Server, startProduct } from './servers.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, inMs } from './table.ts'

/** The position before all changes: no chains, and the hash over no rows. */
const BEGINNING = '~e3b0c44298fc1c14'
const SAMPLES = 20
const EDITS = 100
const PAGE = 500

type Feed = { changes: { resourceId: string }[]; cursor: string; hasMore: boolean }

/** The feed of changes over the whole audit log, and how soon a webhook tells of a change. */
export async function feedFigures(stage: Stage, database: BenchDatabase): Promise<Figure[]> {
  const receiver = await openReceiver()
  const product = await startProduct(stage, database, { WEBHOOK_PRIVATE_HOSTS: receiver.host })
  try {
    const call = await caller(product, database.adminEmail)
    const changes = (after: string) => call<Feed>('GET', `/api/changes?first=${PAGE}&after=${after}`)
    const rows = database.trail.auditRows.toLocaleString('en-US')
    const figure = (what: string, times: number[]): Figure => ({
      ...{ id: 'feed', what, goal: '', isMet: null },
      measured: `${inMs(median(times))}, p95 ${inMs(percentile(times, 95))}`,
    })

    let after = BEGINNING
    const pages = await timed(SAMPLES, async () => {
      after = (await changes(after)).cursor
    })
    const begin = await timed(SAMPLES, () => call<Feed>('GET', '/api/changes'))
    after = (await call<Feed>('GET', '/api/changes')).cursor
    const newest = await timed(SAMPLES, () => changes(after))

    await receive(call, receiver.url)
    const [patient] = await call<{ id: string }[]>('GET', '/api/patients?limit=1')
    const delivered: number[] = []
    for (let edit = 0; edit < EDITS; edit += 1) {
      const told = receiver.next(patient?.id ?? '')
      await call('PATCH', `/api/patients/${patient?.id}`, { notes: `Edit ${edit}` })
      const began = performance.now()
      await told
      delivered.push(performance.now() - began)
    }
    return [
      figure(`the first ${SAMPLES} pages of up to ${PAGE} changes of ${rows} audit rows`, pages),
      figure(`the cursor to begin with, of ${rows} audit rows`, begin),
      figure('a page with nothing new', newest),
      figure(`from the answer to an edit until its webhook, ${EDITS} edits`, delivered),
    ]
  } finally {
    await product.stop()
    receiver.close()
  }
}

async function timed(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let sample = 0; sample < count; sample += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}

type Call = <Result>(method: string, path: string, body?: object) => Promise<Result>

async function caller(server: Server, email: string): Promise<Call> {
  const { url } = server
  const json = { 'content-type': 'application/json' }
  const { url: signInUrl, begins: _, ...request } = signInRequest(server, email)
  const signedIn = await fetch(signInUrl, request)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, given) => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...json, 'idempotency-key': randomUUID() },
      ...(given && { body: JSON.stringify(given) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

async function receive(call: Call, url: string): Promise<void> {
  const { id: userId } = await call<{ id: string }>('GET', '/api/auth/user')
  const made = await call<{ data: { createApiKey: { apiKey: { id: string } } } }>('POST', '/graphql', {
    query: 'mutation Key($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
    variables: { input: { userId, name: 'Bench', scopes: ['patients_read'] } },
  })
  await call('POST', '/api/webhooks', { name: 'Bench', url, apiKeyId: made.data.createApiKey.apiKey.id })
}

async function openReceiver() {
  let waiting: { id: string; done: () => void } | undefined
  const server = createServer(async (req, res) => {
    const message = await text(req)
    res.writeHead(204).end()
    if (waiting && message.includes(waiting.id)) waiting.done()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/changes`,
    /** Resolves when a message names this object. */
    next: (id: string) =>
      new Promise<void>((done) => {
        waiting = { id, done }
      }),
    close: () => server.close(),
  }
}
