import { askInTurn, load } from './load.ts'
import { type BenchRequest, page, signIn } from './requests.ts'
import { inRounds, median, medianRatio, percentile, spread, steady } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, inMs, msAtMost } from './table.ts'

const MANY = 10

/** The goals of QUALITY P11, in milliseconds and relative to the patient list by GraphQL. */
const SIGN_IN = { p50: 10 }
const SCREEN = { p50: 40, p95: 100 }
const SHARE_MIN = 0.25

/** P11: whole pages for one visitor, and pages per second for ten relative to the patient list by GraphQL. */
export async function pageFigures(
  product: Server,
  database: BenchDatabase,
  settings: Settings,
): Promise<Figure[]> {
  const staff = await signIn(product, database.staffEmail)
  const screens = { '/dashboard': staff.page('/dashboard'), '/patients': staff.page('/patients') }
  const figures = await timesOf('sign-in page', page(product, '/'), settings, SIGN_IN)
  for (const [what, request] of Object.entries(screens))
    figures.push(...(await timesOf(what, request, settings, SCREEN)))
  for (const [what, request] of Object.entries(screens))
    figures.push(await shareOf(what, request, staff.list(), settings))
  return figures
}

async function timesOf(
  what: string,
  request: BenchRequest,
  { samples }: Settings,
  goals: { p50: number; p95?: number },
): Promise<Figure[]> {
  await askInTurn(samples, () => request)
  const answers = await askInTurn(samples, () => request)
  const times = answers.map(({ totalMs }) => totalMs)
  const firstByte = median(answers.map(({ firstByteMs }) => firstByteMs))
  return [
    ...Object.entries(goals).map(([name, most]) =>
      msAtMost('P11', `c=1 ${what}, whole page, ${name}`, percentile(times, Number(name.slice(1))), most),
    ),
    { id: 'P11', what: `c=1 ${what}, first byte, p50`, goal: '', measured: inMs(firstByte), isMet: null },
  ]
}

async function shareOf(
  what: string,
  request: BenchRequest,
  list: BenchRequest,
  { rounds, seconds }: Settings,
): Promise<Figure> {
  const perSecond = (sent: BenchRequest) => () => load(sent, MANY, seconds).then((result) => result.perSecond)
  const kept = steady(await inRounds(rounds, perSecond(list), perSecond(request)), (value) => value)
  const share = medianRatio(kept, (value) => value)
  const [base, other] = [median(kept.map(({ base }) => base)), median(kept.map(({ other }) => other))]
  return {
    id: 'P11',
    what: `c=${MANY} ${what}: pages per second relative to patient lists per second by GraphQL`,
    goal: `>= ${SHARE_MIN}x`,
    measured: `${share.toFixed(2)}x (${spread(kept, (value) => value)}; ${Math.round(other)} to ${Math.round(base)})`,
    isMet: share >= SHARE_MIN,
  }
}
