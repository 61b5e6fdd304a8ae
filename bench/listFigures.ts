import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, askFor, type Load, load } from './load.ts'
import { type BenchRequest, postGraphileList, referenceList, signIn } from './requests.ts'
import { inRounds, median, medianRatio, percentile, spread, steady } from './rounds.ts'
import { type Server, startPostGraphile } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, inMs, ratioAtMost } from './table.ts'

const MANY = 100

const POSTGRAPHILE = 'postgraphile@5.1.5'

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
export type Run = Load & { serverMs: number; postgresMs: number }

/** A server and its request for the page of patients. */
type Contestant = { server: Server; list: BenchRequest }

/** P1, P2 and P8: a page of 20 patients by GraphQL, signed in and audited, relative to R and R*. */
export async function listFigures(contest: Contest): Promise<Figure[]> {
  const { reference, prepared, product, database, settings } = contest
  const ours = { server: product, list: (await signIn(product, database.staffEmail)).list() }
  const hand = { server: reference, list: referenceList(reference) }
  const handPrepared = { server: prepared, list: referenceList(prepared) }
  for (const { list } of [hand, handPrepared, ours]) await load(list, MANY, settings.warmUpSeconds)
  const [aloneToR, crowdedToR] = await rounds(contest, hand, ours)
  const memory = memoryFigure(product)
  const [aloneToPrepared, crowdedToPrepared] = await rounds(contest, handPrepared, ours)
  return [
    aloneFigure('relative to R', aloneToR, P1_MAX),
    ...crowdedFigures(crowdedToR),
    aloneFigure('relative to R*', aloneToPrepared),
    speedFigure('relative to R*', crowdedToPrepared),
    ...(settings.hasPeers ? await peerFigures(contest, hand) : []),
    memory,
  ]
}

async function rounds({ stage, settings }: Contest, base: Contestant, other: Contestant) {
  const { rounds: count, seconds } = settings
  const alone =
    ({ list }: Contestant) =>
    () =>
      askFor(seconds, list).then(p50)
  const crowded = (one: Contestant) => () => measuredLoad(stage, one, seconds)
  return [
    await inRounds(count, alone(base), alone(other)),
    await inRounds(count, crowded(base), crowded(other)),
  ] as const
}

/** PostGraphile 5 with a session and an audit row, installed for this run in a temporary folder. */
async function peerFigures(contest: Contest, hand: Contestant): Promise<Figure[]> {
  const { stage, database, settings } = contest
  const folder = join(stage.folder, 'peer')
  mkdirSync(folder)
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', POSTGRAPHILE], {
    stdio: 'ignore',
  })
  const server = await startPostGraphile(stage, database, folder)
  const peer = { server, list: postGraphileList(server) }
  await load(peer.list, MANY, settings.warmUpSeconds)
  const [alone, crowded] = await rounds(contest, hand, peer)
  await server.stop()
  return [
    aloneFigure(`of ${POSTGRAPHILE} relative to R`, alone),
    speedFigure(`of ${POSTGRAPHILE} relative to R`, crowded),
  ]
}

/** Sends the list over 100 connections for `seconds`. */
export async function measuredLoad(
  stage: Stage,
  { server, list }: Contestant,
  seconds: number,
): Promise<Run> {
  const used = () => [server.cpuSeconds(), stage.postgresCpuSeconds()].map((value) => value ?? Number.NaN)
  const [serverBefore = 0, postgresBefore = 0] = used()
  const result = await load(list, MANY, seconds)
  const [serverAfter = 0, postgresAfter = 0] = used()
  const perRequest = (from: number, to: number) => ((to - from) * 1000) / result.answers
  return {
    ...result,
    serverMs: perRequest(serverBefore, serverAfter),
    postgresMs: perRequest(postgresBefore, postgresAfter),
  }
}

/** The median time of these answers in milliseconds. */
export const p50 = (answers: Answer[]) =>
  percentile(
    answers.map(({ totalMs }) => totalMs),
    50,
  )

type Rounds<Sample> = Awaited<ReturnType<typeof inRounds<Sample>>>

function aloneFigure(name: string, all: Rounds<number>, most?: number): Figure {
  const value = (ms: number) => ms
  const kept = steady(all, value)
  const ms = `${inMs(median(kept.map(({ other }) => other)))} to ${inMs(median(kept.map(({ base }) => base)))}`
  const detail = `${spread(kept, value)}; ${ms}; ${roundsKept(kept, all)}`
  const figure = ratioAtMost('P1', `c=1 p50 ${name}`, medianRatio(kept, value), most ?? 0, detail)
  return most === undefined ? { ...figure, goal: '', isMet: null } : figure
}

function speedFigure(name: string, all: Rounds<Run>, least?: number): Figure {
  const kept = steady(all, ({ perSecond }) => perSecond)
  const speed = medianRatio(kept, ({ perSecond }) => perSecond)
  const perSecond = (whose: 'base' | 'other') => Math.round(median(kept.map((one) => one[whose].perSecond)))
  const detail = [
    spread(kept, (run) => run.perSecond),
    `${perSecond('other')} to ${perSecond('base')}`,
    roundsKept(kept, all),
  ].join('; ')
  return {
    id: 'P2',
    what: `c=${MANY} requests per second ${name}`,
    goal: least === undefined ? '' : `>= ${least}x`,
    measured: `${speed.toFixed(2)}x (${detail})`,
    isMet: least === undefined ? null : speed >= least,
  }
}

function crowdedFigures(all: Rounds<Run>): Figure[] {
  const kept = steady(all, ({ perSecond }) => perSecond)
  const p99 = (whose: 'base' | 'other') => median(kept.map((one) => one[whose].p99))
  const errors = all.reduce((sum, { other }) => sum + other.errors, 0)
  return [
    speedFigure('relative to R', all, P2_MIN),
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
