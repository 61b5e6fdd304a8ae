import { type Answer, askFor, type Load, load } from './load.ts'
import { referenceList, signIn } from './requests.ts'
import { inRounds, median, medianRatio, percentile, steady } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, inMs, ratioAtMost } from './table.ts'

const MANY = 100

type Contest = { reference: Server; product: Server; database: BenchDatabase; settings: Settings }

/** P1, P2 and P8: a page of 20 patients by GraphQL, signed in and audited, relative to R. */
export async function listFigures({ reference, product, database, settings }: Contest): Promise<Figure[]> {
  const { rounds, seconds, warmUpSeconds } = settings
  const theirs = referenceList(reference)
  const ours = (await signIn(product, database.staffEmail)).list()
  await load(theirs, MANY, warmUpSeconds / 2)
  await load(ours, MANY, warmUpSeconds)
  const alone = await inRounds(
    rounds,
    () => askFor(seconds, theirs).then(p50),
    () => askFor(seconds, ours).then(p50),
  )
  const crowded = await inRounds(
    rounds,
    () => load(theirs, MANY, seconds),
    () => load(ours, MANY, seconds),
  )
  return [...aloneFigures(alone), ...crowdedFigures(crowded), memoryFigure(product)]
}

const p50 = (answers: Answer[]) =>
  percentile(
    answers.map(({ totalMs }) => totalMs),
    50,
  )

type Rounds<Sample> = Awaited<ReturnType<typeof inRounds<Sample>>>

function aloneFigures(all: Rounds<number>): Figure[] {
  const value = (ms: number) => ms
  const kept = steady(all, value)
  const ms = `${inMs(median(kept.map(({ other }) => other)))} to ${inMs(median(kept.map(({ base }) => base)))}`
  return [
    ratioAtMost(
      'P1',
      'c=1 p50 relative to R',
      medianRatio(kept, value),
      2.5,
      `${ms}, ${roundsKept(kept, all)}`,
    ),
  ]
}

function crowdedFigures(all: Rounds<Load>): Figure[] {
  const kept = steady(all, ({ perSecond }) => perSecond)
  const speed = medianRatio(kept, ({ perSecond }) => perSecond)
  const perSecond = (whose: 'base' | 'other') => Math.round(median(kept.map((one) => one[whose].perSecond)))
  const p99 = (whose: 'base' | 'other') => median(kept.map((one) => one[whose].p99))
  const errors = all.reduce((sum, { other }) => sum + other.errors, 0)
  return [
    {
      id: 'P2',
      what: `c=${MANY} requests per second relative to R`,
      goal: '>= 0.5x',
      measured: `${speed.toFixed(2)}x (${perSecond('other')} to ${perSecond('base')}, ${roundsKept(kept, all)})`,
      isMet: speed >= 0.5,
    },
    ratioAtMost(
      'P2',
      `c=${MANY} p99 relative to R`,
      medianRatio(kept, (one) => one.p99),
      4,
      `${inMs(p99('other'))} to ${inMs(p99('base'))}`,
    ),
    { id: 'P2', what: `c=${MANY} errors`, goal: '0', measured: String(errors), isMet: errors === 0 },
  ]
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
