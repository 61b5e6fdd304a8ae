import { createClient, createRequest, fetchExchange, gql } from '@urql/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActiveQueries } from './activeQueries.ts'
import { makeCache } from './cache.ts'
import { answerForget, discardUnused } from './cacheEviction.ts'

const stats = gql`query Stats { dashboardStats { totalPatients } }`
const add = gql`mutation Add { addPatient { id } }`
const list = gql`query List($first: Int) { patients(first: $first) { totalCount } }`

/** The app's client on a server that returns the next number each time. */
function open() {
  const server = { isAway: false, refuses: '', delays: [] as number[] }
  const requests: { name: string; isBackground: boolean }[] = []
  const shown = createActiveQueries()
  const client = createClient({
    url: 'http://clinic.test/graphql',
    preferGetMethod: false,
    exchanges: [shown.onScreen, makeCache(), shown.onWire, answerForget, fetchExchange],
    fetch: async (_address, init) => {
      if (server.isAway) throw new TypeError('Failed to fetch')
      const { operationName } = JSON.parse(String(init?.body)) as { operationName: string }
      const isBackground = new Headers(init?.headers).has('caseload-background')
      requests.push({ name: operationName, isBackground })
      if (server.refuses === operationName)
        return new Response(
          JSON.stringify({ errors: [{ message: 'Closed', extensions: { code: 'forbidden' } }], data: null }),
          { headers: { 'content-type': 'application/json' } },
        )
      const totalPatients = requests.length
      await new Promise((done) => setTimeout(done, server.delays.shift() ?? 0))
      const data =
        operationName === 'Add'
          ? { addPatient: { __typename: 'Patient', id: '1' } }
          : operationName === 'Stats'
            ? { dashboardStats: { __typename: 'DashboardStats', totalPatients } }
            : { patients: { __typename: 'QueryPatientsConnection', totalCount: totalPatients } }
      return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
    },
  })
  discardUnused(shown, client)
  const show = (document: typeof stats, variables = {}) => {
    const seen: unknown[] = []
    const { unsubscribe } = client.query(document, variables).subscribe(({ data, error, stale }) => {
      if (error?.graphQLErrors[0]) seen.push(error.graphQLErrors[0].message)
      else if (!stale) seen.push(Object.values(Object.values(data as Record<string, object>)[0] ?? {}).at(-1))
    })
    return { seen, hide: unsubscribe }
  }
  const names = () => requests.map(({ name }) => name)
  return { client, server, shown, requests, names, show }
}

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('visible queries are reloaded in the background, and hidden ones are not', async () => {
  const { shown, requests, show } = open()
  const figures = show(stats)
  const hidden = show(list)
  await advance(10)
  hidden.hide()
  expect(requests.map(({ isBackground }) => isBackground)).toEqual([false, false])
  expect(shown.readAgain(() => true)).toBe(true)
  await advance(10)
  expect(requests.slice(2)).toEqual([{ name: 'Stats', isBackground: true }])
  expect(figures.seen).toEqual([1, 3])
})

test('visible data stays when there is no response, and a first load shows the error', async () => {
  const { client, server, shown, show } = open()
  const figures = show(stats)
  await advance(10)
  server.isAway = true
  shown.readAgain(() => true)
  await advance(10)
  expect(figures.seen).toEqual([1, 1])
  const fresh = client.query(list, {}).toPromise()
  await advance(10)
  expect(await fresh).toMatchObject({ error: { networkError: { message: 'Failed to fetch' } } })
  expect((await fresh).data ?? null).toBeNull()
})

test('a query that was sent after a change is not sent again for it', async () => {
  const { shown, names, show } = open()
  const heardAt = performance.now()
  await advance(5)
  show(stats)
  await advance(10)
  shown.readAgain(() => true, heardAt)
  await advance(10)
  expect(names()).toEqual(['Stats'])
})

test('a pending response does not count as newer than the change', async () => {
  const { shown, names, show } = open()
  show(stats)
  await advance(0)
  expect(shown.readAgain(() => true, performance.now() + 1)).toBe(names().length === 1)
})

test('a query that was pending during a change is reloaded after its response', async () => {
  const { client, server, names, show } = open()
  server.delays = [50]
  const figures = show(stats)
  await advance(1)
  void client.mutation(add, {}).toPromise()
  await advance(100)
  expect(names()).toEqual(['Stats', 'Add', 'Stats'])
  expect(figures.seen.at(-1)).toBe(3)
})

test('a query an hour after the last input is a background request', async () => {
  const { requests, show } = open()
  await advance(3_600_000)
  show(stats)
  await advance(10)
  expect(requests).toEqual([{ name: 'Stats', isBackground: true }])
})

test('a query shown again is shown from the cache and reloaded if older', async () => {
  const { names, show } = open()
  const first = show(stats)
  await advance(10)
  first.hide()
  await advance(1_000)
  const second = show(stats)
  await advance(10)
  expect([names(), second.seen]).toEqual([['Stats'], [1]])
  second.hide()
  await advance(5_000)
  const third = show(stats)
  await advance(10)
  expect(names()).toEqual(['Stats', 'Stats'])
  expect(third.seen).toEqual([2])
})

test('a query shown again after a change is reloaded, even if it is recent', async () => {
  const { shown, names, show } = open()
  const first = show(stats)
  await advance(10)
  first.hide()
  await advance(10)
  shown.readAgain(() => true)
  const second = show(stats)
  await advance(10)
  expect(names()).toEqual(['Stats', 'Stats'])
  expect(second.seen).toEqual([2])
})

test('data that was hidden for five minutes leaves the cache, and other data stays', async () => {
  const { client, names, show } = open()
  const cached = (document: typeof stats, variables = {}) =>
    client.query(document, variables, { requestPolicy: 'cache-only' }).toPromise()
  const page = show(list, { first: 4 })
  show(list, { first: 25 })
  const figures = show(stats)
  await advance(10)
  page.hide()
  figures.hide()
  await advance(60_000)
  show(stats).hide()
  await advance(4 * 60_000 + 1_000)
  const left = async () => [
    Boolean((await cached(list, { first: 4 })).data),
    Boolean((await cached(list, { first: 25 })).data),
    Boolean((await cached(stats)).data),
  ]
  expect(await left()).toEqual([false, true, true])
  expect(
    names().filter((name) => name === 'List'),
    'no query is reloaded for it',
  ).toHaveLength(2)
})

test('data that the server now refuses is not shown from the cache until it is allowed again', async () => {
  const { client, server, shown, show } = open()
  const figures = show(stats)
  await advance(10)
  server.refuses = 'Stats'
  shown.readAgain(() => true)
  await advance(10)
  client.reexecuteOperation(client.createRequestOperation('query', createRequest(stats, {})))
  await advance(10)
  server.refuses = ''
  shown.readAgain(() => true)
  await advance(10)
  const changes = figures.seen.filter((one, index, all) => one !== all[index - 1])
  expect(changes).toEqual([1, 'Closed', 3])
})
