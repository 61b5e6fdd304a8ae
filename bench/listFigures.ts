import { type Answer, askFor, type Load, load } from './load.ts'
import { type BenchRequest, referenceList, signIn } from './requests.ts'
import { inRounds, median, medianRatio, percentile, steady } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, inMs, ratioAtMost } from './table.ts'

const MANY = 100

/** The goals of QUALITY P1 and P2. */
const P1_MAX = 1.6
const P2_MIN = 0.7
const P2_P99_MAX = 3

type Contest = {
  stage: Stage
  /** R: hand-written code with unnamed statements. */
  reference: Server
  /** R*: hand-written code with the product's own prepared statements. */
  prepared: Server
  product: Server
  database: BenchDatabase
  settings: Settings
}

/** A load test with the CPU milliseconds per request of the server and of PostgreSQL. */
type Run = Load & { serverMs: number; postgresMs: number }

/** P1, P2 and P8: a page of 20 patients by GraphQL, signed in and audited, relative to R and R*. */
export async function listFigures(contest: Contest): Promise<Figure[]> {
  const { stage, reference, prepared, product, database, settings } = contest
  const { rounds, seconds, warmUpSeconds } = settings
  const ours = (await signIn(product, database.staffEmail)).list()
  for (const server of [reference, prepared]) await load(referenceList(server), MANY, warmUpSeconds / 2)
  await load(ours, MANY, warmUpSeconds)
  const alone = (server: Server) => () => askFor(seconds, requestTo(server, ours, product)).then(p50)
  const crowded = (server: Server) => () =>
    measuredLoad(stage, server, requestTo(server, ours, product), seconds)
  const aloneToR = await inRounds(rounds, alone(reference), alone(product))
  const crowdedToR = await inRounds(rounds, crowded(reference), crowded(product))
  const aloneToPrepared = await inRounds(rounds, alone(prepared), alone(product))
  const crowdedToPrepared = await inRounds(rounds, crowded(prepared), crowded(product))
  return [
    aloneFigure('R', aloneToR, P1_MAX),
    ...crowdedFigures(crowdedToR),
    aloneFigure('R*', aloneToPrepared),
    speedFigure('R*', crowdedToPrepared),
    memoryFigure(product),
  ]
}

const requestTo = (server: Server, ours: BenchRequest, product: Server): BenchRequest =>
  server === product ? ours : referenceList(server)

async function measuredLoad(
  stage: Stage,
  server: Server,
  request: BenchRequest,
  seconds: number,
): Promise<Run> {
  const used = () => [server.cpuSeconds(), stage.postgresCpuSeconds()].map((value) => value ?? Number.NaN)
  const [serverBefore = 0, postgresBefore = 0] = used()
  const result = await load(request, MANY, seconds)
  const [serverAfter = 0, postgresAfter = 0] = used()
  const perRequest = (from: number, to: number) => ((to - from) * 1000) / result.answers
  return {
    ...result,
    serverMs: perRequest(serverBefore, serverAfter),
    postgresMs: perRequest(postgresBefore, postgresAfter),
  }
}

const p50 = (answers: Answer[]) =>
  percentile(
    answers.map(({ totalMs }) => totalMs),
    50,
  )

type Rounds<Sample> = Awaited<ReturnType<typeof inRounds<Sample>>>

function aloneFigure(name: string, all: Rounds<number>, most?: number): Figure {
  const value = (ms: number) => ms
  const kept = steady(all, value)
  const ms = `${inMs(median(kept.map(({ other }) => other)))} to ${inMs(median(kept.map(({ base }) => base)))}`
  const detail = `${ms}, ${roundsKept(kept, all)}`
  const figure = ratioAtMost('P1', `c=1 p50 relative to ${name}`, medianRatio(kept, value), most ?? 0, detail)
  return most === undefined ? { ...figure, goal: '', isMet: null } : figure
}

function speedFigure(name: string, all: Rounds<Run>, least?: number): Figure {
  const kept = steady(all, ({ perSecond }) => perSecond)
  const speed = medianRatio(kept, ({ perSecond }) => perSecond)
  const perSecond = (whose: 'base' | 'other') => Math.round(median(kept.map((one) => one[whose].perSecond)))
  return {
    id: 'P2',
    what: `c=${MANY} requests per second relative to ${name}`,
    goal: least === undefined ? '' : `>= ${least}x`,
    measured: `${speed.toFixed(2)}x (${perSecond('other')} to ${perSecond('base')}, ${roundsKept(kept, all)})`,
    isMet: least === undefined ? null : speed >= least,
  }
}

function crowdedFigures(all: Rounds<Run>): Figure[] {
  const kept = steady(all, ({ perSecond }) => perSecond)
  const p99 = (whose: 'base' | 'other') => median(kept.map((one) => one[whose].p99))
  const errors = all.reduce((sum, { other }) => sum + other.errors, 0)
  return [
    speedFigure('R', all, P2_MIN),
    ratioAtMost(
      'P2',
      `c=${MANY} p99 relative to R`,
      medianRatio(kept, (one) => one.p99),
      P2_P99_MAX,
      `${inMs(p99('other'))} to ${inMs(p99('base'))}`,
    ),
    cpuFigure('server', kept, ({ serverMs }) => serverMs),
    cpuFigure('PostgreSQL', kept, ({ postgresMs }) => postgresMs),
    { id: 'P2', what: `c=${MANY} errors`, goal: '0', measured: String(errors), isMet: errors === 0 },
  ]
}

/** A ratio above 1 of requests per second is possible, because R sends six unnamed statements in six round trips. */
function cpuFigure(whose: string, kept: Rounds<Run>, value: (run: Run) => number): Figure {
  const ms = `${inMs(median(kept.map(({ other }) => value(other))))} to ${inMs(median(kept.map(({ base }) => value(base))))}`
  return {
    id: 'P2',
    what: `c=${MANY} CPU per request of the ${whose}, relative to R (six unnamed statements)`,
    goal: '',
    measured: `${medianRatio(kept, value).toFixed(2)}x (${ms})`,
    isMet: null,
  }
}

const roundsKept = (kept: unknown[], all: unknown[]) => `${kept.length} of ${all.length} rounds`

function memoryFigure(product: Server): Figure {
  const megabytes = product.residentMegabytes()
  return {
    id: 'P8',
    what: `RSS after the c=${MANY} rounds`,
    goal: '<= 450 MB',
    measured: megabytes === null ? 'unknown on this machine' : `${megabytes} MB`,
    isMet: megabytes === null ? null : megabytes <= 450,
  }
}
