import { askInTurn } from './load.ts'
import { broadSearches, rareNames } from './names.ts'
import { type BenchRequest, signIn, type Visitor } from './requests.ts'
import { inRounds, median, medianRatio, percentile, steady } from './rounds.ts'
import type { Server } from './servers.ts'
import type { Settings } from './settings.ts'
import { type BenchDatabase, withClient } from './stage.ts'
import { type Figure, inMs, msAtMost, ratioAtMost } from './table.ts'

/** A server and its database of one size. */
export type Sized = { product: Server; database: BenchDatabase }

type Visitors = { staff: Visitor; attorney: Visitor }

/** P5: the latency of the same requests with many patients, relative to few. */
export async function growthFigures(small: Sized, large: Sized, settings: Settings): Promise<Figure[]> {
  const few = await visitorsOf(small)
  const many = await visitorsOf(large)
  for (const { staff } of [few, many]) await askInTurn(4 * settings.samples, () => staff.list())
  const cursorsOfFew = await cursorsIn(small.database, few)
  const cursorsOfMany = await cursorsIn(large.database, many)
  const { rows } = large.database
  const compare = async (what: string, most: number, request: (who: Visitors, at: Cursors) => BenchRequest) =>
    grown(`${what}, ${rows} relative to ${small.database.rows} rows`, most, settings, [
      request(few, cursorsOfFew),
      request(many, cursorsOfMany),
    ])
  return [
    await compare('page 1', 1.5, ({ staff }) => staff.list()),
    await compare('next page', 1.5, ({ staff }, { next }) => staff.list({ after: next })),
    await compare('filter by status', 1.5, ({ staff }) => staff.list({ status: 'schedulable' })),
    await compare("attorney's caseload", 1.5, ({ attorney }) => attorney.list()),
    await compare('dashboard stats', 2, ({ staff }) => staff.stats()),
    await grown(`page at row ${rows / 2} relative to page 1`, 1.5, settings, [
      many.staff.list(),
      many.staff.list({ after: cursorsOfMany.middle }),
    ]),
    ...(await searchFigures(many.staff, rows, settings)),
  ]
}

async function visitorsOf({ product, database }: Sized): Promise<Visitors> {
  const staff = await signIn(product, database.staffEmail)
  return { staff, attorney: await signIn(product, database.attorneyEmail) }
}

/** The latency of the second request relative to the first: the median over the rounds. */
export async function grown(
  what: string,
  most: number,
  { rounds, samples }: Settings,
  [base, other]: [BenchRequest, BenchRequest],
): Promise<Figure> {
  const measure = async (request: BenchRequest) => percentile(await timesOf(samples, () => request), 50)
  await measure(base)
  await measure(other)
  const all = await inRounds(
    rounds,
    () => measure(base),
    () => measure(other),
  )
  const value = (ms: number) => ms
  const kept = steady(all, value)
  const ms = `${inMs(median(kept.map((one) => one.other)))} to ${inMs(median(kept.map((one) => one.base)))}`
  const count = `${kept.length} of ${all.length} rounds`
  return ratioAtMost('P5', what, medianRatio(kept, value), most, `${ms}, ${count}`)
}

const timesOf = async (count: number, next: (index: number) => BenchRequest) =>
  (await askInTurn(count, next)).map(({ totalMs }) => totalMs)

async function searchFigures(staff: Visitor, rows: number, { samples }: Settings): Promise<Figure[]> {
  const times = (words: readonly string[]) =>
    timesOf(samples, (index) => staff.list({ search: words[index % words.length] ?? '' }))
  const rare = await times(rareNames)
  const broad = await times(broadSearches)
  return [
    msAtMost('P5', `search for a rare name in ${rows} rows, p50`, percentile(rare, 50), 3),
    msAtMost('P5', `search for a rare name in ${rows} rows, p95`, percentile(rare, 95), 25),
    msAtMost('P5', `broad search in ${rows} rows, p95`, percentile(broad, 95), 150),
  ]
}

type Cursors = { next: string; middle: string }

/** The cursors of page 2 and of the middle of the list. The second is the first with another row's time and ID. */
async function cursorsIn({ ownerUrl, rows }: BenchDatabase, { staff }: Visitors): Promise<Cursors> {
  const [first] = await askInTurn(1, () => staff.list())
  const next: string = JSON.parse(first?.body ?? '').data.patients.pageInfo.endCursor
  const [middle] = await withClient(ownerUrl, async (client) => {
    const found = await client.query<{ id: string; at: Date }>(
      `select id, created_at as at from patients where status <> 'dropped'
       order by created_at desc, id desc offset $1 limit 1`,
      [Math.floor(rows / 2) - 1],
    )
    return found.rows
  })
  const moved = Buffer.from(next, 'base64url')
    .toString()
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, middle?.at.toISOString() ?? '')
    .replace(/[\da-f]{8}-[\da-f-]{27}/, middle?.id ?? '')
  return { next, middle: Buffer.from(moved).toString('base64url') }
}
