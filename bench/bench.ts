import { existsSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { auditFigures } from './auditFigures.ts'
import { chainFigures } from './chainFigures.ts'
import { deskFigures } from './deskFigures.ts'
import { endpointFigures } from './endpointFigures.ts'
import { evidenceFigures, signFirstHead } from './evidenceFigures.ts'
import { exportFigures } from './exportFigures.ts'
import { feedFigures } from './feedFigures.ts'
import { formFigures } from './formFigures.ts'
import { growthFigures } from './growthFigures.ts'
import { listFigures } from './listFigures.ts'
import { liveFigures } from './liveFigures.ts'
import { pageFigures } from './pageFigures.ts'
import { processFigures } from './processFigures.ts'
import { screenFigures } from './screenFigures.ts'
import { startPreparedReference, startProduct, startReference } from './servers.ts'
import { AUDITED, readSettings, SMALL } from './settings.ts'
import { signInFigures } from './signInFigures.ts'
import { openStage, type Stage } from './stage.ts'
import { startFigures } from './startFigures.ts'
import { statementFigures } from './statementFigures.ts'
import { type Figure, tableOf } from './table.ts'
import { uploadFigures } from './uploadFigures.ts'

// Measures the figures of QUALITY section 2 that depend on the machine and prints each with its goal. It asserts
// nothing: on a busy machine only the ratios are meaningful.

const settings = readSettings()
const say = (sentence: string) => console.error(`  ${sentence}`)

if (!existsSync(fileURLToPath(new URL('../dist/server/entry.mjs', import.meta.url)))) {
  console.error('The site is not built: npm run build')
  process.exit(1)
}

const stage = await openStage(say)
try {
  console.log(`\n${tableOf(await measure(stage))}\n`)
  console.log(`npm run bench${['', ...process.argv.slice(2)].join(' ').replace(/^ /, ' -- ')}`)
  console.log(`${machine()}, PostgreSQL ${stage.postgresVersion}, ${new Date().toISOString().slice(0, 10)}`)
} catch (error) {
  if (!stage.closing.aborted) throw error
} finally {
  await stage.close()
}

async function measure(stage: Stage): Promise<Figure[]> {
  const small = await stage.makeDatabase('few', SMALL, SMALL)
  const audits =
    settings.only.length === 0 || settings.only.some((id) => ['P5', 'feed', 'evidence'].includes(id))
  const audited = audits ? AUDITED : 1
  const large = await stage.makeDatabase('many', settings.rows, audited * settings.rows)
  const head = await signFirstHead(stage, large)
  const evidence = await section('evidence', 'signed tree heads', () =>
    evidenceFigures(stage, large, head, settings),
  )
  const start = await section('P10', 'start and stop', () => startFigures(stage, large))
  const live = await section('P9', 'live changes', () => liveFigures(stage, large))
  const feed = await section('feed', 'changes and webhooks', () => feedFigures(stage, large))
  const scale = await section('scale', 'one, two and four processes', () =>
    processFigures(stage, large, settings),
  )
  const product = await startProduct(stage, large)
  const list = await section('P1', `patient list relative to R, ${settings.rounds} rounds`, async () => {
    const reference = await startReference(stage, large)
    const prepared = await startPreparedReference(stage, large)
    const contest = { stage, reference, prepared, product, database: large, settings }
    return listFigures(contest).finally(() => Promise.all([reference.stop(), prepared.stop()]))
  })
  const endpoints = await section('P3', 'GraphQL and REST', () =>
    endpointFigures(stage, product, large, settings),
  )
  const signIns = await section('P7', 'signing in', () => signInFigures(product, large))
  const statements = await section('P6', 'statements', () => statementFigures(stage, product, large))
  const pages = await section('P11', 'pages', () => pageFigures(product, large, settings))
  const screens = await section('P13', 'patient list in a browser', () => screenFigures(product, large))
  const desk = await section('desk', 'frequent jobs, and slow 4G', () => deskFigures(product, large))
  const forms = await section('P16', 'signed forms', formFigures)
  const uploads = await section('P16', 'records', () => uploadFigures(settings))
  const exports = await section('P15', 'an export', () => exportFigures(product, large, settings))
  const growth = await section('P5', `growth from ${SMALL} to ${settings.rows} patients`, async () => {
    const few = { product: await startProduct(stage, small), database: small }
    const many = { product, database: large }
    const patients = await growthFigures(few, many, settings)
    return [...patients, ...(await auditFigures(stage, few, many, settings))]
  })
  // Last, because it empties the small audit log again and again.
  const chain = await section('S58', 'audit chains', () => chainFigures(small, settings))
  return [
    ...list,
    ...endpoints,
    ...growth,
    ...statements,
    ...signIns,
    ...start,
    ...live,
    ...feed,
    ...pages,
    ...screens,
    ...desk,
    ...forms,
    ...exports,
    ...uploads,
    ...chain,
    ...evidence,
    ...scale,
  ]
}

/** A section that throws becomes one line of the report. The other sections still run. */
async function section(id: string, what: string, work: () => Promise<Figure[]>): Promise<Figure[]> {
  if (settings.only.length > 0 && !settings.only.includes(id)) return []
  say(`${id}: ${what}`)
  try {
    return await work()
  } catch (error) {
    if (stage.closing.aborted) throw error
    console.error(error)
    return [{ id, what, goal: '', measured: 'failed', isMet: false }]
  }
}

function machine(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`
}
