import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Caller, signIn } from '#tests/processes/caller.ts'
import { type DataFolder, makeDataFolder } from '#tests/processes/dataFolder.ts'
import { hashOfLarge, uploadLarge } from '#tests/processes/largeFiles.ts'
import { openTestClinic, PASSWORD, SESSION_SECRET } from '#tests/support/clinic.ts'
import { makeDatabase, type TestDatabase } from '#tests/support/database.ts'
import { reverseProxies } from '#tests/support/reverseProxies.ts'
import { asOwner } from '#tests/support/rights.ts'
import { freePort, type Program, startProgram } from '#tests/support/serverProcess.ts'

const MEGABYTE = 2 ** 20

let database: TestDatabase
let folder: DataFolder
let proxy: { stop: () => Promise<void> }
let url: string
let caller: Caller
let patientId: string
let ports: [number, number]
const processes: Program[] = []

/** Two processes of Caseload behind the program. */
async function open(name: keyof typeof reverseProxies): Promise<void> {
  reverseProxies[name].need()
  database = await makeDatabase(inject('templateUrl'), `behind_${name}`)
  const clinic = await openTestClinic(database.ownerUrl)
  const { email } = await clinic.user({ role: 'admin' })
  patientId = (await clinic.patient()).id
  await clinic.close()
  folder = makeDataFolder()
  ports = [await freePort(), await freePort()]
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  for (const index of [0, 1] as const) processes[index] = await startOne(index)
  proxy = await reverseProxies[name].start(join(folder.path, 'proxy'), port, ports)
  caller = await signIn(url, { email, password: PASSWORD })
}

async function close(): Promise<void> {
  await proxy?.stop()
  for (const one of processes) one.child.kill('SIGTERM')
  await Promise.all(processes.map(({ over }) => over))
  await database?.drop()
  folder?.remove()
}

/** Between two requests of a client, so that the test's own load does not keep the restarted process from starting. */
const PAUSE_MS = 20
const START_MS = 240_000

/** One of the two processes, once it is ready. */
async function startOne(index: 0 | 1): Promise<Program> {
  const port = ports[index]
  const program = startProgram('app/server.ts', {
    NODE_ENV: 'production',
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: folder.path,
    SESSION_SECRET,
    PORT: String(port),
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    SHUTDOWN_DELAY: '5',
    REQUESTS_PER_MINUTE: '1000000',
    ACCESS_LOG: 'off',
  })
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(50)) {
    if (program.child.exitCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return program
  }
  throw new Error(`A process did not start:\n${program.said()}`)
}

function statusWith(headers: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    const sent = request(`${url}/api/auth/user`, { headers }, (answer) => {
      answer.resume()
      done(answer.statusCode ?? 0)
    })
    sent.once('error', fail).end()
  })
}

/** Follows live changes and connects again after each end, as a browser does. */
function followChanges() {
  const counts = { events: 0, connections: 0, completed: 0 }
  const end = new AbortController()
  const query = encodeURIComponent('subscription { changes { action } }')
  const run = async () => {
    while (!end.signal.aborted) {
      try {
        const headers = { cookie: caller.cookie, accept: 'text/event-stream' }
        const answer = await fetch(`${url}/graphql?query=${query}`, { headers, signal: end.signal })
        if (answer.ok) counts.connections += 1
        const decoder = new TextDecoder()
        for await (const piece of answer.body ?? []) {
          const text = decoder.decode(piece as Uint8Array)
          counts.events += text.match(/^event: next/gm)?.length ?? 0
          counts.completed += text.match(/^event: complete/gm)?.length ?? 0
        }
      } catch {
        // The stream was cut; the next one follows.
      }
      if (!end.signal.aborted) await sleep(50)
    }
  }
  const over = run()
  const stop = () => {
    end.abort()
    return over
  }
  return { counts, stop }
}

describe.each(['nginx', 'caddy'] as const)('behind %s', (name) => {
  beforeAll(() => open(name), 600_000)
  afterAll(close)

  test('the program accepts the sample', () => {
    expect(reverseProxies[name].check(join(folder.path, 'sample'))).toBe('')
  })

  test('an upload of 25 MB, a range of it, and large headers pass', async () => {
    const bytes = 25 * MEGABYTE
    const path = `/api/patients/${patientId}/records`
    const uploaded = await uploadLarge({ url, caller }, path, bytes)
    expect([uploaded.status, uploaded.json]).toEqual([
      201,
      expect.objectContaining({ id: expect.any(String) }),
    ])
    const file = `${url}${path}/${uploaded.json.id}/file`
    const headers = { cookie: caller.cookie }
    const whole = await fetch(file, { headers })
    const hash = createHash('sha256')
    for await (const piece of whole.body ?? []) hash.update(piece)
    expect([whole.status, hash.digest('hex')]).toEqual([200, hashOfLarge(bytes)])
    const part = await fetch(file, { headers: { ...headers, range: 'bytes=5-8' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '1.7\n',
      `bytes 5-8/${bytes}`,
    ])

    const withHeader = (size: number) => statusWith({ cookie: caller.cookie, 'x-large': 'y'.repeat(size) })
    expect(await withHeader(14_000)).toBe(200)
    expect(await withHeader(60_000)).toBeGreaterThanOrEqual(400)
  })

  test("the client's address and the proxy's request ID arrive, and what the client claims does not", async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'chosen-by-the-client-itself' }
    const body = JSON.stringify({ email: 'nobody@clinic.test', password: 'wrong' })
    const headers = { 'content-type': 'application/json', ...forged }
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    const id = answer.headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}$/)
    const { rows } = await asOwner(database, (owner) =>
      owner.query('select ip_address from audit_logs where request_id = $1', [id]),
    )
    expect(rows).toEqual([{ ip_address: '127.0.0.1' }])
  })

  test('a restart of both processes, one after the other, loses no request', async () => {
    const losses: string[] = []
    const acknowledged: string[] = []
    let reads = 0
    let isOver = false
    const lose = (what: string) => void losses.push(`${new Date().toISOString()} ${what}`)
    const reading = async (path: string) => {
      while (!isOver) {
        const answer = await fetch(url + path, { headers: { cookie: caller.cookie } }).catch(
          (error: Error) => error,
        )
        if (answer instanceof Error) lose(`${path}: ${answer.cause}`)
        else if ((await answer.text()) === '' || answer.status !== 200) lose(`${path}: ${answer.status}`)
        reads += 1
        await sleep(PAUSE_MS)
      }
    }
    const writing = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const email = `writer${writer}.${n}@drill.test`
        const body = { firstName: 'Kim', lastName: 'Adeyemi', email }
        const answer = await caller('POST', '/api/patients', body).catch((error: Error) => error)
        if (answer instanceof Error) lose(`POST: ${answer.message} ${answer.cause}`)
        else if (answer.status !== 201) lose(`POST: ${answer.status} ${JSON.stringify(answer.json)}`)
        else acknowledged.push(email)
        await sleep(PAUSE_MS)
      }
    }
    const streams = [followChanges(), followChanges(), followChanges(), followChanges()]
    const traffic = [
      ...['/api/patients', '/patients', '/api/dashboard/stats', '/api/auth/user'].map(reading),
      ...[1, 2, 3].map(writing),
    ]
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    for (const index of [0, 1] as const) {
      processes[index]?.child.kill('SIGTERM')
      expect(await processes[index]?.over).toBe(0)
      processes[index] = await startOne(index)
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 20)
    }
    const connectedAgain = streams.map(({ counts }) => counts.events)
    await expect
      .poll(() => streams.every(({ counts }, n) => counts.events > (connectedAgain[n] ?? 0)), {
        timeout: 30_000,
      })
      .toBe(true)
    isOver = true
    await Promise.all(traffic)
    await Promise.all(streams.map(({ stop }) => stop()))

    const { rows } = await asOwner(database, (owner) =>
      owner.query<{ email: string }>(
        'select email from unnest($1::text[]) email where email not in (select email::text from patients)',
        [acknowledged],
      ),
    )
    console.log(
      `Rolling restart behind ${name}: ${reads} reads, ${acknowledged.length} writes, ` +
        `${streams.reduce((sum, { counts }) => sum + counts.connections, 0)} connections of ${streams.length} streams; ` +
        `losses: ${losses.length + rows.length}`,
    )
    expect(losses).toEqual([])
    expect(rows).toEqual([])
    expect(streams.map(({ counts }) => counts.connections > 1)).toEqual(streams.map(() => true))
  }, 900_000)
})
