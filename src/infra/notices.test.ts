import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { expect, onTestFinished, vi } from 'vitest'
import type { Notice } from '#domain/live/notice.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { test } from '#tests/support/test.ts'
import { makeNotices } from './notices.ts'

const times = { firstWaitMs: 10, longestWaitMs: 40, pingEveryMs: 100, pingAnswerMs: 1_000 }

/** A listener and the notices that it received. */
async function listener(url: string, some: Partial<typeof times> = {}) {
  const notices = makeNotices(url, { ...times, ...some })
  onTestFinished(notices.close)
  const heard: Notice[] = []
  await notices.listen((notice) => heard.push(notice))
  return { notices, heard, until: (count: number) => expect.poll(() => heard.length).toBe(count) }
}

const say = (database: TestDatabase, ...payloads: string[]) =>
  asOwner(database, async (owner) => {
    for (const payload of payloads) await owner.query("SELECT pg_notify('caseload', $1)", [payload])
  })

const ended = (sid: string) => ({ kind: 'session_end', sid })

test('every listener gets all notices in order over one connection', async ({ database }) => {
  const connections = async () => {
    const { rows } = await asOwner(database, (owner) =>
      owner.query(`SELECT count(*)::int AS n FROM pg_stat_activity
                   WHERE datname = current_database() AND application_name = 'caseload live changes'`),
    )
    return rows[0].n
  }
  const before = await connections()
  const { notices, heard, until } = await listener(database.ownerUrl)
  const others: Notice[] = []
  await notices.listen((notice) => others.push(notice))
  await say(database, JSON.stringify(ended('one')), JSON.stringify(ended('two')))
  await until(2)
  expect(heard).toEqual([ended('one'), ended('two')])
  expect(others).toEqual(heard)
  expect(await connections()).toBe(before + 1)
})

test('a foreign message on the channel is ignored', async ({ database }) => {
  const { heard, until } = await listener(database.ownerUrl)
  const nonsense = ['', 'hello', '[]', '{"kind":"grant","userId":"x"}', '{"kind":"session_end"}', 'null']
  await say(database, ...nonsense, JSON.stringify(ended('ours')))
  await until(1)
  expect(heard).toEqual([ended('ours')])
})

test('listening without a database fails and can be retried', async ({ database }) => {
  const gate = await gateway(database)
  gate.shut()
  const notices = makeNotices(gate.url, times)
  onTestFinished(notices.close)
  const heard: Notice[] = []
  const listen = () => notices.listen((notice) => heard.push(notice))
  await expect(listen()).rejects.toThrow()
  gate.open()
  await listen()
  await say(database, JSON.stringify(ended('one')))
  await expect.poll(() => heard).toEqual([ended('one')])
})

test.for(['cut', 'silent'] as const)(
  'after a connection is %s it is reopened, and listeners receive `missed`',
  async (how, { database }) => {
    const gate = await gateway(database)
    const { heard } = await listener(gate.url)
    gate.shut() // otherwise a quick listener would reconnect before the next notice
    gate[how]()
    await say(database, JSON.stringify(ended('unheard')))
    gate.open()
    const hearsAgain = async () => {
      await say(database, JSON.stringify(ended('heard again')))
      return heard.at(-1)
    }
    await expect.poll(hearsAgain).toEqual(ended('heard again'))
    expect(heard[0]).toEqual({ kind: 'missed' })
    expect(heard).not.toContainEqual(ended('unheard'))
  },
)

test('notices that arrive with the answer to LISTEN are reported after `missed`', async ({ database }) => {
  const gate = await gateway(database)
  const { heard } = await listener(gate.url)
  const holding = gate.holdAnswerToListen()
  gate.cut()
  const { held, release } = await holding
  await expect.poll(held).toContain('LISTEN')
  await say(database, JSON.stringify(ended('early')))
  await expect.poll(held).toContain('early')
  release()
  await expect.poll(() => heard[0]).toEqual({ kind: 'missed' })
})

test.for(['cut', 'silent'] as const)(
  'the check fails while the connection is %s, and succeeds after the database is back',
  async (how, { database }) => {
    const gate = await gateway(database)
    const notices = makeNotices(gate.url, { ...times, pingEveryMs: 60_000 })
    onTestFinished(notices.close)
    await expect(notices.check()).rejects.toThrow()
    await notices.listen(() => {})
    await notices.check()
    gate.shut()
    gate[how]()
    await expect(notices.check()).rejects.toThrow()
    gate.open()
    const works = () =>
      notices.check().then(
        () => true,
        () => false,
      )
    await expect.poll(works, { timeout: 5000 }).toBe(true)
  },
)

test('checks at the same time ask the database once', async ({ database }) => {
  const { notices } = await listener(database.ownerUrl, { pingEveryMs: 60_000 })
  const query = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  await Promise.all([notices.check(), notices.check(), notices.check()])
  expect(query).toHaveBeenCalledOnce()
  await notices.check()
  expect(query).toHaveBeenCalledTimes(2)
})

/** A proxy in front of the database that can refuse, cut or stall connections, or hold back an answer. */
async function gateway({ ownerUrl }: TestDatabase) {
  const { host, port } = new Client(ownerUrl)
  const pairs = new Set<[Socket, Socket]>()
  let isShut = false
  let onListen = (_near: Socket, _far: Socket) => {}
  const server = createServer((near) => {
    if (isShut) return void near.destroy()
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    pairs.add([near, far])
    near.on('data', (sent) => {
      if (sent.includes('LISTEN')) onListen(near, far)
    })
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    pairs.clear()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const url = new URL(ownerUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut,
    shut: () => {
      isShut = true
    },
    open: () => {
      isShut = false
    },
    holdAnswerToListen: () => {
      const holding = Promise.withResolvers<{ held: () => string; release: () => void }>()
      onListen = (near, far) => {
        const chunks: Buffer[] = []
        const hold = (chunk: Buffer) => chunks.push(chunk)
        far.unpipe(near).on('data', hold).resume()
        const release = () => {
          near.write(Buffer.concat(chunks))
          far.off('data', hold).pipe(near)
        }
        holding.resolve({ held: () => Buffer.concat(chunks).toString(), release })
      }
      return holding.promise
    },
    silent: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
  }
}
