import { readdirSync } from 'node:fs'
import { expect, onTestFinished, vi } from 'vitest'
import { openPool } from '#infra/applicationPool.ts'
import { makeRequestLimit } from '#infra/requestLimit.ts'
import { openThrottles } from '#infra/throttle.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { statementsOf, work } from '#tests/support/statements.ts'
import { test } from '#tests/support/test.ts'
import {
  cookiesOf,
  makeVisitor,
  openTestServer,
  type TestServer,
  type Visitor,
} from '#tests/support/testServer.ts'

const [asset = ''] = readdirSync(new URL('../../dist/client/_astro', import.meta.url))
const tooMany = /^These were more requests than a minute allows\. Go on in \d+ seconds\.$/

/** A server process with this limit of requests per minute and user. */
async function running(
  clinic: TestClinic,
  { ownerUrl }: TestDatabase,
  perMinute: number,
): Promise<TestServer> {
  const pool = openPool(ownerUrl)
  const throttles = openThrottles(pool)
  const instances = { ...clinic.instances, requestLimit: makeRequestLimit(throttles, perMinute) }
  const server = await openTestServer({ ...clinic, instances })
  onTestFinished(async () => {
    await server.close()
    await pool.end()
  })
  return server
}

/** The statuses of this many consecutive calls. */
async function statuses(visitor: Visitor, times: number, path = '/api/auth/user'): Promise<number[]> {
  const seen: number[] = []
  for (let n = 0; n < times; n += 1) seen.push((await visitor.call('GET', path)).status)
  return seen
}

const cookieOf = async (visitor: Visitor, email: string) => cookiesOf((await visitor.signIn(email)).headers)

test('a user who sends too many requests gets Retry-After at every endpoint, and other users are not affected', async ({
  clinic,
  database,
}) => {
  const server = await running(clinic, database, 35)
  const [busy, calm] = [server.visitor(), server.visitor()]
  const user = await clinic.user({ role: 'admin' })
  await busy.signIn(user.email)
  await calm.signIn((await clinic.user()).email)

  expect(await statuses(busy, 36)).toEqual([...Array(35).fill(200), 429])
  const rest = await busy.call('GET', '/api/patients')
  expect([rest.status, rest.json]).toEqual([
    429,
    { code: 'rate_limited', message: expect.stringMatching(tooMany) },
  ])
  const seconds = Number(rest.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)

  const spoken = await busy.call('POST', '/graphql', { query: '{ me { id } }' })
  expect([spoken.status, spoken.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect(spoken.json).toMatchObject({
    errors: [{ message: expect.stringMatching(tooMany), extensions: { code: 'rate_limited' } }],
  })
  expect((await busy.call('GET', '/graphql', undefined, { accept: 'text/html' })).status).toBe(429)

  expect((await calm.call('GET', '/api/auth/user')).status).toBe(200)
  expect((await server.visitor().call('GET', '/api/auth/user')).status).toBe(401)
})

test('every answer says how many requests are left, over all processes, and when the next minute begins', async ({
  clinic,
  database,
}) => {
  const [one, other] = [await running(clinic, database, 100), await running(clinic, database, 100)]
  const visitor = one.visitor()
  await visitor.signIn((await clinic.user()).email)
  const leftAfter = async (at: TestServer, call: (caller: Visitor) => Promise<{ headers: Headers }>) => {
    const { headers } = await call(visitor.at(at.url))
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=100;w=60')
    const [, left, seconds] = /^"requests";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThanOrEqual(1)
    expect(Number(seconds)).toBeLessThanOrEqual(60)
    return Number(left)
  }
  const byRest = (caller: Visitor) => caller.call('GET', '/api/auth/user')
  expect(await leftAfter(one, byRest)).toBe(99)
  expect(await leftAfter(one, (caller) => caller.call('POST', '/graphql', { query: '{ me { id } }' }))).toBe(
    98,
  )
  // This process has no share yet, and the first one keeps the rest of its own.
  expect(await leftAfter(other, byRest)).toBe(89)
  expect(await leftAfter(one, (caller) => caller.call('POST', '/api/patients', {}))).toBe(97)
})

test('requests that need no work are not counted', async ({ clinic, database }) => {
  const server = await running(clinic, database, 10)
  const visitor = server.visitor()
  expect(await statuses(visitor, 15, '/healthz')).toEqual(Array(15).fill(200))
  expect(await statuses(visitor, 15, '/readyz')).toEqual(Array(15).fill(200))
  expect(await statuses(visitor, 15, `/_astro/${asset}`)).toEqual(Array(15).fill(200))
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(401)
})

test('two browsers of a user share one count, and an API key has its own', async ({ clinic, database }) => {
  const server = await running(clinic, database, 30)
  const user = await clinic.user({ role: 'admin' })
  const { secret } = await createApiKey(clinic.as(user), { userId: user.id, name: 'Key', scope: 'read' })
  const [here, there] = [server.visitor(), server.visitor()]
  await here.signIn(user.email)
  await there.signIn(user.email)
  expect(await statuses(here, 15)).not.toContain(429)
  expect(await statuses(there, 15)).not.toContain(429)
  const byKey = await server
    .visitor()
    .call('GET', '/api/auth/user', undefined, { authorization: `Bearer ${secret}` })
  expect(byKey.status).toBe(200)
  expect((await here.call('GET', '/api/auth/user')).status).toBe(429)
})

test('anonymous callers and invalid tokens are counted by IP address', async ({ clinic, database }) => {
  const server = await running(clinic, database, 20)
  const guess = (n: number) =>
    server.visitor().call('GET', '/api/auth/user', undefined, { authorization: `Bearer ck_${n}` })
  for (let n = 0; n < 20; n += 1) expect((await guess(n)).status).toBe(401)
  expect((await guess(20)).status).toBe(429)
  expect((await server.visitor().call('POST', '/api/auth/login', {})).status).toBe(429)
})

test('two processes share a count, which survives their end', async ({ clinic, database }) => {
  const [first, second] = [await running(clinic, database, 40), await running(clinic, database, 40)]
  const cookie = await cookieOf(first.visitor(), (await clinic.user()).email)
  const ask = async ({ url }: TestServer) =>
    (await makeVisitor(url).call('GET', '/api/auth/user', undefined, { cookie })).status
  const answers: number[] = []
  for (let n = 0; n < 30; n += 1) answers.push(await ask(first), await ask(second))

  const good = answers.filter((status) => status === 200).length
  expect(new Set(answers)).toEqual(new Set([200, 429]))
  expect(good).toBeLessThanOrEqual(40)
  expect(good).toBeGreaterThan(40 - 2 * 4)
  expect(await ask(await running(clinic, database, 40)), 'a restarted process').toBe(429)
})

test('concurrent requests cannot exceed the limit', async ({ clinic, database }) => {
  const server = await running(clinic, database, 40)
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const answers = await Promise.all(Array.from({ length: 60 }, () => visitor.call('GET', '/api/auth/user')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
})

test('requests are accepted again after a minute', async ({ clinic, database }) => {
  const server = await running(clinic, database, 10)
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  expect((await statuses(visitor, 11)).at(-1)).toBe(429)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await visitor.call('GET', '/api/auth/user')).status).toBe(200)
})

test('counting a hundred requests takes five statements', async ({ clinic, database }) => {
  const server = await running(clinic, database, 1000)
  const visitor = server.visitor()
  await visitor.signIn((await clinic.user()).email)
  const statements = work(await statementsOf(() => statuses(visitor, 100)))
  expect(statements.filter((text) => /throttles/.test(text))).toHaveLength(5)
})

test('requests get the usual error while the counter’s database is unavailable', async ({ clinic }) => {
  const pool = openPool('postgresql://nobody@127.0.0.1:1/nowhere')
  const throttles = openThrottles(pool)
  const instances = { ...clinic.instances, requestLimit: makeRequestLimit(throttles, 20) }
  const server = await openTestServer({ ...clinic, instances })
  onTestFinished(async () => {
    await server.close()
    await pool.end()
  })
  const rest = await server.visitor().call('GET', '/api/patients')
  expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '5'])
  const { errors } = await server.visitor().graphql('{ me { id } }')
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['unavailable'])
})
