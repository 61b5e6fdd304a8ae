import { askInTurn } from './load.ts'
import { type BenchRequest, page, signIn } from './requests.ts'
import { percentile } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Settings } from './settings.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, msAtMost } from './table.ts'

/** P11: time to the first byte of the pages, one visitor at a time. */
export async function pageFigures(
  product: Server,
  database: BenchDatabase,
  settings: Settings,
): Promise<Figure[]> {
  const staff = await signIn(product, database.staffEmail)
  return [
    ...(await firstByteFigures('sign-in page', page(product, '/'), settings, { p50: 10 })),
    ...(await firstByteFigures('/dashboard', staff.page('/dashboard'), settings, { p50: 40, p95: 100 })),
    ...(await firstByteFigures('/patients', staff.page('/patients'), settings, { p50: 40, p95: 100 })),
  ]
}

async function firstByteFigures(
  what: string,
  request: BenchRequest,
  { samples }: Settings,
  goals: { p50: number; p95?: number },
): Promise<Figure[]> {
  await askInTurn(samples, () => request)
  const times = (await askInTurn(samples, () => request)).map(({ firstByteMs }) => firstByteMs)
  return Object.entries(goals).map(([name, most]) =>
    msAtMost('P11', `c=1 first byte of ${what}, ${name}`, percentile(times, Number(name.slice(1))), most),
  )
}
