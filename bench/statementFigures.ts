import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, newAgent } from './load.ts'
import { type BenchRequest, signIn } from './requests.ts'
import { median } from './rounds.ts'
import type { Server } from './servers.ts'
import { type BenchDatabase, type Stage, withClient } from './stage.ts'
import type { Figure } from './table.ts'

/** P6: the number of SQL statements for one request, without BEGIN and COMMIT, counted in PostgreSQL's log. */
export async function statementFigures(
  stage: Stage,
  product: Server,
  database: BenchDatabase,
): Promise<Figure[]> {
  const staff = await signIn(product, database.staffEmail)
  await logStatements(database, true)
  try {
    const count = (request: BenchRequest) => countStatements(stage, database, request)
    return [
      atMost('patients by GraphQL, 20 rows', 2, await count(staff.list())),
      atMost('patients by GraphQL, 100 rows', 2, await count(staff.list({ first: 100 }))),
      atMost('page /patients', 6, await count(staff.page('/patients'))),
      atMost('page /dashboard', null, await count(staff.page('/dashboard'))),
    ]
  } finally {
    await logStatements(database, false)
  }
}

const atMost = (what: string, most: number | null, count: number): Figure => ({
  id: 'P6',
  what: `statements, ${what}`,
  goal: most === null ? '' : `<= ${most}`,
  measured: String(count),
  isMet: most === null ? null : count <= most,
})

async function logStatements({ ownerUrl }: BenchDatabase, isWanted: boolean): Promise<void> {
  await withClient(ownerUrl, async (owner) => {
    for (const [name, value] of [
      ['log_statement', 'all'],
      ['log_line_prefix', 'bench %u %d '],
    ])
      await owner.query(`alter system ${isWanted ? `set ${name} = '${value}'` : `reset ${name}`}`)
    await owner.query('select pg_reload_conf()')
  })
  await sleep(300)
}

/** The median of five requests, because an occasional request also extends the session. */
async function countStatements(
  stage: Stage,
  { appUrl, name }: BenchDatabase,
  request: BenchRequest,
): Promise<number> {
  const line = new RegExp(
    `^bench ${new URL(appUrl).username} ${name} LOG: {2}(?:statement|execute [^:]*): (?!begin|commit)`,
    'gim',
  )
  const agent = newAgent()
  const counts: number[] = []
  for (let times = 0; times < 5; times += 1) {
    const from = statSync(stage.logFile).size
    await ask(agent, request)
    await sleep(50)
    counts.push(readFileSync(stage.logFile).subarray(from).toString().match(line)?.length ?? 0)
  }
  agent.destroy()
  return median(counts)
}
