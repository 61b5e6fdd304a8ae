import { load } from './load.ts'
import { type BenchRequest, signIn } from './requests.ts'
import { inRounds, median, medianRatio, spread, steady } from './rounds.ts'
import { type Server, startProduct } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, inMs } from './table.ts'

const CONNECTIONS = 96
const COUNTS = [2, 4]

/** Requests a second, and the CPU milliseconds of the servers and of PostgreSQL for each request. */
type Sample = { perSecond: number; serverMs: number; postgresMs: number }

/**
 * What a request costs with one process, two and four on one database: the patient list, with its audit row, from the same
 * number of visitors. All four run all the time, so that only the distribution of the requests differs.
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
    const measure = (count: number) => async (): Promise<Sample> => {
      const before = used()
      const loads = lists.slice(0, count).map((list) => load(list, CONNECTIONS / count, settings.seconds))
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
    for (const count of COUNTS) {
      const all = await inRounds(settings.rounds, measure(1), measure(count))
      const kept = steady(all, cpuMs)
      const ratio = medianRatio(kept, cpuMs)
      const other = (value: (sample: Sample) => number) => median(kept.map((round) => value(round.other)))
      figures.push({
        id: 'scale',
        what: `${count} processes relative to one: CPU of servers and PostgreSQL for a patient list`,
        goal: '0.9 to 1.1x',
        measured:
          `${ratio.toFixed(2)}x (${spread(kept, cpuMs)}; ${inMs(other(({ serverMs }) => serverMs))} and ` +
          `${inMs(other(({ postgresMs }) => postgresMs))}; ${kept.length} of ${all.length} rounds), ` +
          `${Math.round(other(({ perSecond }) => perSecond))} a second, ` +
          `${medianRatio(kept, ({ perSecond }) => perSecond).toFixed(2)}x`,
        isMet: ratio >= 0.9 && ratio <= 1.1,
      })
    }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const cpuMs = ({ serverMs, postgresMs }: Sample) => serverMs + postgresMs
