import { once } from 'node:events'
import { type IncomingMessage, request as open } from 'node:http'
import { askInTurn } from './load.ts'
import { type BenchRequest, signIn, type Visitor } from './requests.ts'
import { median, percentile } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, msAtMost, ratioAtMost } from './table.ts'

const GROWTH = 60
const RATE = 30_000

/** P15: all patients as CSV: first byte, rows a second, added memory, and the slowdown of other requests. */
export async function exportFigures(
  product: Server,
  database: BenchDatabase,
  settings: Settings,
): Promise<Figure[]> {
  const staff = await signIn(product, database.staffEmail)
  const what = `${database.rows} patients to CSV`
  await readWhole(product, staff.csv({ fromDay: '2100-01-01' })) // an export without rows, to warm up the code
  const { firstByteMs, rowsPerSecond, growth } = await readWhole(product, staff.csv())
  return [
    msAtMost('P15', `${what}, first byte`, firstByteMs, 200),
    {
      id: 'P15',
      what: `${what}, rows a second`,
      goal: `>= ${RATE}`,
      measured: String(Math.round(rowsPerSecond)),
      isMet: rowsPerSecond >= RATE,
    },
    {
      id: 'P15',
      what: `${what}, RSS grows by`,
      goal: `<= ${GROWTH} MB`,
      measured: growth === null ? 'unknown on this machine' : `${growth} MB`,
      isMet: growth === null ? null : growth <= GROWTH,
    },
    await othersMeanwhile(staff, settings),
  ]
}

/** Reads an export to its end and discards it. */
async function readWhole(product: Server, request: BenchRequest) {
  const before = product.residentMegabytes()
  let most = before
  const look = setInterval(() => {
    most = Math.max(most ?? 0, product.residentMegabytes() ?? 0)
  }, 250)
  try {
    const began = performance.now()
    const answer = await begin(request)
    let firstByteMs = 0
    let lines = 0
    for await (const part of answer) {
      firstByteMs ||= performance.now() - began
      for (const byte of part as Buffer) if (byte === 10) lines += 1
    }
    const seconds = (performance.now() - began) / 1000
    const growth = before === null || most === null ? null : most - before
    return { firstByteMs, rowsPerSecond: (lines - 1) / seconds, growth }
  } finally {
    clearInterval(look)
  }
}

/** The latency of the patient list during another user's export, relative to no export. Repeats an export that ends. */
async function othersMeanwhile(staff: Visitor, { rounds, samples }: Settings): Promise<Figure> {
  const listed = async () =>
    percentile(
      (await askInTurn(samples, () => staff.list())).map(({ totalMs }) => totalMs),
      50,
    )
  await listed()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await listed()
    const stop = keepExporting(staff)
    ratios.push((await listed()) / alone)
    await stop()
  }
  return ratioAtMost('P15', 'patient list during an export, p50 relative to none', median(ratios), 2)
}

function keepExporting(staff: Visitor): () => Promise<void> {
  let isOver = false
  const run = async () => {
    while (!isOver) {
      const answer = await begin(staff.csv())
      for await (const _part of answer) if (isOver) break
    }
  }
  const running = run()
  return () => {
    isOver = true
    return running
  }
}

async function begin({ url, method, headers }: BenchRequest): Promise<IncomingMessage> {
  const sent = open(url, { method, headers })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`${method} ${url} responded with ${answer.statusCode}`)
  return answer
}
