import { existsSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { growthFigures } from './growthFigures.ts'
import { listFigures } from './listFigures.ts'
import { pageFigures } from './pageFigures.ts'
import { startProduct, startReference } from './servers.ts'
import { readSettings, SMALL } from './settings.ts'
import { openStage, type Stage } from './stage.ts'
import { startFigures } from './startFigures.ts'
import { statementFigures } from './statementFigures.ts'
import { type Figure, tableOf } from './table.ts'

// Measures the product against the goals of QUALITY section 2 that depend on the machine, and prints each beside its
// goal. Nothing is asserted: on a busy machine only the ratios mean something.

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
} finally {
  await stage.close()
}

async function measure(stage: Stage): Promise<Figure[]> {
  const small = await stage.makeDatabase('few', SMALL)
  const large = await stage.makeDatabase('many', settings.rows)
  say('P10: starting and stopping')
  const start = await startFigures(stage, large)
  const product = await startProduct(stage, large)
  say(`P1, P2, P8: the list against R, ${settings.rounds} rounds`)
  const reference = await startReference(stage, large)
  const list = await listFigures({ reference, product, database: large, settings })
  await reference.stop()
  say('P6: statements')
  const statements = await statementFigures(stage, product, large)
  say('P11: pages')
  const pages = await pageFigures(product, large, settings)
  say(`P5: growth from ${SMALL} to ${settings.rows} patients`)
  const productOverSmall = await startProduct(stage, small)
  const growth = await growthFigures(
    { product: productOverSmall, database: small },
    { product, database: large },
    settings,
  )
  return [...list, ...growth, ...statements, ...start, ...pages]
}

function machine(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`
}
