import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, newAgent } from './load.ts'
import { signIn, type Visitor } from './requests.ts'
import { percentile } from './rounds.ts'
import { type Server, startProduct } from './servers.ts'
import { type BenchDatabase, type Stage, withClient } from './stage.ts'
import { type Figure, inMs, msAtMost } from './table.ts'

const STREAMS_OF_SESSION = 10
const IDLE = 1_000
const SUBSCRIBERS = 200
const ALERTS = 100
const OPEN_AT_STOP = 100

const CHANGES = 'subscription { changes { action resourceType resourceId patientId at } }'
const BELL = 'subscription { alertsChanged { unreadCount alert { id message createdAt } } }'

type Colleague = { id: string; email: string }

/** P8, P9 and P10 of live updates: the memory of open streams, the delay of an alert, and the time to stop. */
export async function liveFigures(stage: Stage, database: BenchDatabase): Promise<Figure[]> {
  const staff = await withClient(database.ownerUrl, (owner) =>
    owner.query<Colleague>("select id, email::text from users where role = 'staff' order by email"),
  )
  return [
    await memoryFigure(await startProduct(stage, database), staff.rows),
    await bellFigure(await startProduct(stage, database), staff.rows),
    await stopFigure(await startProduct(stage, database), staff.rows),
  ]
}

async function memoryFigure(product: Server, staff: Colleague[]): Promise<Figure> {
  const [one] = await browsers(product, staff, IDLE / STREAMS_OF_SESSION)
  const agent = newAgent(10)
  for (let request = 0; request < 200; request += 1) if (one) await ask(agent, one.list())
  agent.destroy()
  await sleep(2_000)
  const before = product.residentMegabytes()
  const visitors = await browsers(product, staff, IDLE / STREAMS_OF_SESSION)
  await openAll(visitors, (index) => (index % 2 ? BELL : CHANGES), IDLE)
  await sleep(20_000) // long enough for the server to check all sessions once
  const after = product.residentMegabytes()
  await product.stop()
  const more = before === null || after === null ? Number.NaN : after - before
  return {
    id: 'P8',
    what: `RSS added by ${IDLE} idle streams`,
    goal: '<= 100 MB',
    measured: `${more} MB (from ${before} MB)`,
    isMet: more <= 100,
  }
}

/** The time from sending the request that assigns a task until the assignee's alert arrives in another browser. */
async function bellFigure(product: Server, staff: Colleague[]): Promise<Figure> {
  const visitors = await browsers(product, staff, (2 * SUBSCRIBERS) / STREAMS_OF_SESSION)
  const giver = visitors[0]
  const other = visitors.at(-1)
  const taker = staff.find(({ email }) => email === other?.email)
  if (!giver || !other || !taker) throw new Error('The database has no user to assign a task to')
  await openAll(visitors, (index) => (index % 2 ? BELL : CHANGES), 2 * SUBSCRIBERS - 1)
  let rang = (_text: string) => {}
  const bell = await open(other, BELL)
  bell.on('data', (text: string) => rang(text))
  const agent = newAgent()
  const times: number[] = []
  const answered: number[] = []
  for (let alert = 0; alert < ALERTS; alert += 1) {
    const title = `Task ${alert} of the bench`
    const heard = new Promise<void>((resolve) => {
      rang = (text) => text.includes(title) && resolve()
    })
    const began = performance.now()
    const asked = ask(agent, giver.addTask({ title, assignedTo: taker.id }))
    void asked.then(({ totalMs }) => answered.push(totalMs))
    await Promise.all([asked, heard])
    times.push(performance.now() - began)
    await sleep(20)
  }
  agent.destroy()
  await product.stop()
  const figure = msAtMost('P9', `${SUBSCRIBERS} browsers: delay of an alert, p95`, percentile(times, 95), 300)
  const detail = `p50 ${inMs(percentile(times, 50))}; the request itself p95 ${inMs(percentile(answered, 95))}`
  return { ...figure, measured: `${figure.measured} (${detail})` }
}

async function stopFigure(product: Server, staff: Colleague[]): Promise<Figure> {
  const visitors = await browsers(product, staff, OPEN_AT_STOP / STREAMS_OF_SESSION)
  await openAll(visitors, () => CHANGES, OPEN_AT_STOP)
  const began = performance.now()
  await product.stop()
  return msAtMost('P10', `stop with ${OPEN_AT_STOP} open streams`, performance.now() - began, 2_000)
}

/** Signs in `count` sessions, spread evenly over the staff. */
async function browsers(product: Server, staff: Colleague[], count: number) {
  const visitors: (Visitor & { email: string })[] = []
  for (let index = 0; index < count; index += 1) {
    const { email } = staff[index % staff.length] as Colleague
    visitors.push({ ...(await signIn(product, email)), email })
  }
  return visitors
}

async function openAll(visitors: Visitor[], query: (index: number) => string, count: number) {
  for (let index = 0; index < count; index += 1)
    await open(visitors[index % visitors.length] as Visitor, query(index))
}

/** Opens a stream and reads it until the server ends it. */
async function open(visitor: Visitor, query: string): Promise<IncomingMessage> {
  const { url, headers } = visitor.follow(query)
  const sent: ClientRequest = get(url, { agent: false, headers })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).on('error', reject)
  })
  if (answer.statusCode !== 200) throw new Error(`Subscribing responded with ${answer.statusCode}`)
  return answer
    .setEncoding('utf8')
    .on('error', () => {})
    .resume()
}
