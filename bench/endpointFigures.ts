import { askFor, askInTurn, load } from './load.ts'
import { type BenchRequest, signIn } from './requests.ts'
import { inRounds, median, medianRatio, percentile, steady } from './rounds.ts'
import { type Server, startUnhardened } from './servers.ts'
import type { Settings } from './settings.ts'
import { type BenchDatabase, type Stage, withClient } from './stage.ts'
import { type Figure, inMs, ratioAtMost } from './table.ts'

const MANY = 20

/** P3: the total cost of limits, CSRF check, audit log and logs. P4: the patient list by REST relative to GraphQL. */
export async function endpointFigures(
  stage: Stage,
  product: Server,
  database: BenchDatabase,
  settings: Settings,
): Promise<Figure[]> {
  const visitor = await signIn(product, database.staffEmail)
  const bare = await startUnhardened(stage, database)
  const bareList = { ...visitor.list(), url: `${bare.url}/graphql` }
  await expectUnrecorded(bareList, database)
  const hardened = await inRounds(
    settings.rounds,
    () => load(bareList, MANY, settings.seconds),
    () => load(visitor.list(), MANY, settings.seconds),
  )
  await bare.stop()
  const kept = steady(hardened, ({ perSecond }) => perSecond)
  const left = medianRatio(kept, ({ perSecond }) => perSecond)
  const endpoints = await inRounds(
    settings.rounds,
    () => askFor(settings.seconds, visitor.list()).then(p50),
    () => askFor(settings.seconds, visitor.restList()).then(p50),
  )
  const value = (ms: number) => ms
  const both = steady(endpoints, value)
  const ms = `${inMs(median(both.map(({ other }) => other)))} to ${inMs(median(both.map(({ base }) => base)))}`
  return [
    {
      id: 'P3',
      what: `c=${MANY} requests per second lost to hardening`,
      goal: '<= 25 %',
      measured: `${Math.round((1 - left) * 100)} % (${kept.length} of ${hardened.length} rounds)`,
      isMet: left >= 0.75,
    },
    ratioAtMost('P4', 'patient list by REST, p50 relative to GraphQL', medianRatio(both, value), 1.3, ms),
  ]
}

/** Throws if the request adds a row to the audit log: the trail would be on both sides of P3. */
async function expectUnrecorded(request: BenchRequest, { ownerUrl }: BenchDatabase): Promise<void> {
  const countRows = () =>
    withClient(
      ownerUrl,
      async (owner) => (await owner.query('SELECT count(*) FROM audit_logs')).rows[0].count,
    )
  const before = await countRows()
  await askInTurn(1, () => request)
  if ((await countRows()) !== before) throw new Error('The unhardened server still writes the audit trail')
}

const p50 = (answers: { totalMs: number }[]) =>
  percentile(
    answers.map(({ totalMs }) => totalMs),
    50,
  )
