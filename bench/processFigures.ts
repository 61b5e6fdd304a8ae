import { load } from './load.ts'
import { type BenchRequest, signIn } from './requests.ts'
import { inRounds, median, medianRatio, spread, steady } from './rounds.ts'
import { type Server, startProduct } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, inMs } from './table.ts'

const COUNTS = [2, 4]
const CONNECTIONS = 96
/** Lists a second for each process, so few that four processes and the load fit on two cores. */
const STEADY_RATE = 30

/** Requests a second, and the CPU milliseconds of the servers and of PostgreSQL for each request. */
type Sample = { perSecond: number; serverMs: number; postgresMs: number }

type Traffic = {
  what: string
  goal: string
  /** Lists a second for each process; as fast as the responses come if there is none. */
  rate?: number
  isMet: (ratio: number) => boolean | null
}

const traffics: Traffic[] = [
  {
    what: `${STEADY_RATE} lists a second for each process`,
    goal: '0.9 to 1.1x',
    rate: STEADY_RATE,
    isMet: (ratio) => ratio >= 0.9 && ratio <= 1.1,
  },
  { what: `lists for ${CONNECTIONS} visitors as fast as they come`, goal: '', isMet: () => null },
]

/**
 * What a patient list with its audit row costs with two and with four processes on one database, relative to one. All four
 * run all the time, so that only the distribution of the requests differs.
 */
export async function processFigures(
  stage: Stage,
  database: BenchDatabase,
  settings: Settings,
): Promise<Figure[]> {
  const servers: Server[] = []
  const lists: BenchRequest[] = []
  try {
    for (let count = 0; count < Math.max(...COUNTS); count += 1) {
      const server = await startProduct(stage, database)
      servers.push(server)
      const list = (await signIn(server, database.staffEmail)).list()
      lists.push(list)
      await load(list, CONNECTIONS, settings.warmUpSeconds)
    }
    const used = () => ({
      servers: servers.reduce((sum, server) => sum + (server.cpuSeconds() ?? Number.NaN), 0),
      postgres: stage.postgresCpuSeconds() ?? Number.NaN,
    })
    const measure = (count: number, rate?: number) => async (): Promise<Sample> => {
      const before = used()
      const loads = lists
        .slice(0, count)
        .map((list) => load(list, CONNECTIONS / count, settings.seconds, rate))
      const results = await Promise.all(loads)
      const after = used()
      const answers = results.reduce((sum, one) => sum + one.answers, 0)
      if (results.some(({ errors }) => errors > 0)) throw new Error(`${count} processes: a request failed`)
      return {
        perSecond: answers / settings.seconds,
        serverMs: ((after.servers - before.servers) * 1000) / answers,
        postgresMs: ((after.postgres - before.postgres) * 1000) / answers,
      }
    }
    const figures: Figure[] = []
    for (const traffic of traffics)
      for (const count of COUNTS) {
        const { rate } = traffic
        const all = await inRounds(settings.rounds, measure(1, rate), measure(count, rate))
        figures.push(figureOf(traffic, count, all))
      }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const cpuMs = ({ serverMs, postgresMs }: Sample) => serverMs + postgresMs

function figureOf(
  { what, goal, isMet }: Traffic,
  count: number,
  all: Awaited<ReturnType<typeof inRounds<Sample>>>,
): Figure {
  const kept = steady(all, cpuMs)
  const ratio = medianRatio(kept, cpuMs)
  const other = (value: (sample: Sample) => number) => median(kept.map((round) => value(round.other)))
  const server = inMs(other(({ serverMs }) => serverMs))
  const postgres = inMs(other(({ postgresMs }) => postgresMs))
  const speed = medianRatio(kept, ({ perSecond }) => perSecond).toFixed(2)
  return {
    id: 'scale',
    what: `${count} processes, ${what}: CPU for a list relative to one process`,
    goal,
    measured:
      `${ratio.toFixed(2)}x (${spread(kept, cpuMs)}; ${kept.length} of ${all.length} rounds; servers ${server}, ` +
      `PostgreSQL ${postgres}); ${Math.round(other(({ perSecond }) => perSecond))} a second, ${speed}x`,
    isMet: isMet(ratio),
  }
}
