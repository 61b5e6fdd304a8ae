import { askFor, askInTurn } from './load.ts'
import { type BenchRequest, page, signIn } from './requests.ts'
import { inRounds, median, medianRatio, percentile, steady } from './rounds.ts'
import { type Server, startBarePage } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase, Stage } from './stage.ts'
import { type Figure, inMs, msAtMost, ratioAtMost } from './table.ts'

const MANY = 10

/** P11: time to first byte of the pages for one visitor, and for ten relative to a bare Astro page with one island. */
export async function pageFigures(
  stage: Stage,
  product: Server,
  database: BenchDatabase,
  settings: Settings,
): Promise<Figure[]> {
  const staff = await signIn(product, database.staffEmail)
  return [
    ...(await firstByteFigures('sign-in page', page(product, '/'), settings, { p50: 10 })),
    ...(await firstByteFigures('/dashboard', staff.page('/dashboard'), settings, { p50: 40, p95: 100 })),
    ...(await firstByteFigures('/patients', staff.page('/patients'), settings, { p50: 40, p95: 100 })),
    ...(await besideBarePage(stage, settings, {
      'sign-in page': page(product, '/'),
      '/dashboard': staff.page('/dashboard'),
      '/patients': staff.page('/patients'),
    })),
  ]
}

async function besideBarePage(
  stage: Stage,
  { rounds, seconds }: Settings,
  pages: Record<string, BenchRequest>,
): Promise<Figure[]> {
  const bare = await startBarePage(stage)
  const figures: Figure[] = []
  for (const [what, request] of Object.entries(pages)) {
    const measured = await inRounds(
      rounds,
      () => firstByteOfMany(page(bare, '/'), seconds),
      () => firstByteOfMany(request, seconds),
    )
    const kept = steady(measured, (ms) => ms)
    const [base, other] = [median(kept.map(({ base }) => base)), median(kept.map(({ other }) => other))]
    const detail = `${inMs(other)} to ${inMs(base)}`
    figures.push(
      ratioAtMost(
        'P11',
        `c=${MANY} first byte of ${what} relative to a bare island page`,
        medianRatio(kept, (ms) => ms),
        3,
        detail,
      ),
    )
  }
  await bare.stop()
  return figures
}

/** The median in milliseconds with `MANY` concurrent visitors. */
async function firstByteOfMany(request: BenchRequest, seconds: number): Promise<number> {
  const visitors = await Promise.all(Array.from({ length: MANY }, () => askFor(seconds, request)))
  return median(visitors.flat().map(({ firstByteMs }) => firstByteMs))
}

async function firstByteFigures(
  what: string,
  request: BenchRequest,
  { samples }: Settings,
  goals: { p50: number; p95?: number },
): Promise<Figure[]> {
  await askInTurn(samples, () => request)
  const answers = await askInTurn(samples, () => request)
  const times = answers.map(({ firstByteMs }) => firstByteMs)
  const whole = median(answers.map(({ totalMs }) => totalMs))
  return [
    ...Object.entries(goals).map(([name, most]) =>
      msAtMost('P11', `c=1 first byte of ${what}, ${name}`, percentile(times, Number(name.slice(1))), most),
    ),
    { id: 'P11', what: `c=1 last byte of ${what}, p50`, goal: '', measured: inMs(whole), isMet: null },
  ]
}
