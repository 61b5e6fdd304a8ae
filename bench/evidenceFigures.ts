import { join } from 'node:path'
import { writeFolder } from '#infra/archives.ts'
import { readEnvironment } from '#infra/environment.ts'
import type { RequestContext } from '#operations/context.ts'
import { exportEvidence } from '#operations/evidence/exportEvidence.ts'
import { signHead } from '#operations/evidence/signHead.ts'
import { withServices } from '../src/cli/command.ts'
import { measuredLoad, p50, type Run } from './listFigures.ts'
import { askFor, load } from './load.ts'
import { signIn } from './requests.ts'
import { inRounds, median, medianRatio, type Round, spread, steady } from './rounds.ts'
import { environmentOf, startProduct } from './servers.ts'
import type { Settings } from './settings.ts'
import { type BenchDatabase, type Stage, withClient } from './stage.ts'
import { type Figure, inMs } from './table.ts'

const MANY = 100
const HEADS = 10

/** The first tree head over the whole audit log: seconds, and CPU milliseconds of server and PostgreSQL for each row. */
export type FirstHead = { seconds: number; cpuMsPerRow: number }

/** Signs the first tree head. A server would append these rows itself while it is measured. */
export const signFirstHead = (stage: Stage, database: BenchDatabase): Promise<FirstHead> =>
  withEvidence(stage, database, async (ctx) => {
    const { user, system } = process.cpuUsage()
    const postgres = stage.postgresCpuSeconds() ?? Number.NaN
    const ms = await timeOf(() => signHead(ctx))
    const used = process.cpuUsage({ user, system })
    const postgresMs = ((stage.postgresCpuSeconds() ?? Number.NaN) - postgres) * 1000
    const cpuMs = (used.user + used.system) / 1000 + postgresMs
    return { seconds: ms / 1000, cpuMsPerRow: cpuMs / database.trail.auditRows }
  })

/**
 * What the evidence costs: the first tree head, a later one, the export of one patient, and the part of a patient list (P1,
 * P2) that writes evidence into its audit row.
 */
export async function evidenceFigures(
  stage: Stage,
  database: BenchDatabase,
  first: FirstHead,
  settings: Settings,
): Promise<Figure[]> {
  const { auditRows, busyPatient } = database.trail
  const rows = auditRows.toLocaleString('en-US')
  const perSecond = Math.round(auditRows / first.seconds)
  const heads: number[] = []
  let exported = 0
  const exportMs = await withEvidence(stage, database, async (ctx) => {
    for (let head = 0; head < HEADS; head += 1) heads.push(await timeOf(() => signHead(ctx)))
    return timeOf(async () => {
      const wanted = { patientId: busyPatient, redact: [], pins: [] }
      exported = (
        await writeFolder(join(stage.folder, 'evidence'), (add) => exportEvidence(ctx, add, wanted))
      ).rows
    })
  })
  return [
    figure(
      `first tree head over ${rows} audit rows`,
      `${Math.round(first.seconds)} s, ${perSecond} rows a second`,
    ),
    figure('CPU of server and PostgreSQL to append one audit row to the tree', inMs(first.cpuMsPerRow)),
    figure(`a tree head over ${rows} audit rows, p50`, inMs(median(heads))),
    figure(`export of one patient: ${exported} of ${rows} audit rows, with their proofs`, inMs(exportMs)),
    ...(await listCosts(stage, database, settings)),
  ]
}

const withEvidence = <Result>(
  stage: Stage,
  database: BenchDatabase,
  work: (ctx: RequestContext) => Promise<Result>,
): Promise<Result> => withServices(readEnvironment(environmentOf(stage, database)), 'bench', work)

/** The patient list with the evidence in its audit row, relative to the same without it. */
async function listCosts(stage: Stage, database: BenchDatabase, settings: Settings): Promise<Figure[]> {
  const product = await startProduct(stage, database)
  try {
    const list = (await signIn(product, database.staffEmail)).list()
    await load(list, MANY, settings.warmUpSeconds)
    const rounds = <Sample>(measure: () => Promise<Sample>) =>
      inRounds(settings.rounds, () => withoutEvidence(database, measure), measure)
    const alone = await rounds(() => askFor(settings.seconds, list).then(p50))
    const crowded = await rounds(() => measuredLoad(stage, { server: product, list }, settings.seconds))
    return [
      costFigure('P1: one visitor, p50', alone, (ms) => ms),
      costFigure('P2: 100 visitors, CPU of server and PostgreSQL', crowded, cpuMsOf),
    ]
  } finally {
    await product.stop()
  }
}

const cpuMsOf = ({ serverMs, postgresMs }: Run) => serverMs + postgresMs

function costFigure<Sample>(what: string, all: Round<Sample>[], value: (sample: Sample) => number): Figure {
  const kept = steady(all, value)
  const ms = (whose: 'base' | 'other') => inMs(median(kept.map((one) => value(one[whose]))))
  const ratio = medianRatio(kept, value)
  return {
    ...figure(
      `${what} of a patient list, relative to no evidence in its audit row`,
      `${ratio.toFixed(2)}x (${spread(kept, value)}; ${ms('other')} to ${ms('base')}; ${kept.length} of ${all.length} rounds)`,
    ),
    goal: '<= 1.1x',
    isMet: ratio <= 1.1,
  }
}

/** Runs `work` while audit rows get neither the user's name and role nor the time of the database. */
async function withoutEvidence<Result>(
  { ownerUrl }: BenchDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  const shipped = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ is: string }>(
      "select pg_get_functiondef('chain_audit_row'::regproc) as is",
    )
    const [{ is: whole } = { is: '' }] = rows
    const bare = whole
      .replace(/IF NEW\."user_id" IS NOT NULL THEN[\s\S]*?END IF;/, '')
      .replace(/audit_clock\((NEW\."created_at")\)/, '$1')
    if (/users|audit_clock/.test(bare)) throw new Error(`The evidence cannot be removed from: ${whole}`)
    await owner.query(bare)
    return whole
  })
  try {
    return await work()
  } finally {
    await withClient(ownerUrl, (owner) => owner.query(shipped))
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const figure = (what: string, measured: string): Figure => ({
  id: 'evidence',
  what,
  goal: '',
  measured,
  isMet: null,
})
