// Runs all checks and tests one step after another, also after a failed step. Ends with `N passed, N failed`.
// Usage: npm test -- [types|lint|vitest|playwright|long|views …] [arguments]
// A single step shows the output of its tool; without one, only failures are shown.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const reports = mkdtempSync(join(tmpdir(), 'caseload-reports-'))
const report = (step) => join(reports, `${step}.json`)

const vitest = (step) => ({
  tools: [['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report(step)}`]],
  count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
})

const playwright = {
  settings: { TMPDIR: fastFolder() },
  tools: [['playwright', 'test', '--reporter=list,json']],
  count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
}

/** The steps: their tools, which run in parallel, and how to read the counts from their reports. */
const steps = {
  // TypeScript 7 checks everything but pages in a third of the time. Only `astro check` reads pages, with TypeScript 6.
  types: {
    title: 'Types',
    tools: [
      ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit'],
      ['astro', 'check', '--minimumSeverity', 'warning', '--tsconfig', '.config/tsconfig.pages.json'],
    ],
  },
  lint: { title: 'Lint', tools: [['biome', 'check', '.']] },
  vitest: {
    title: 'Unit, database and process tests',
    settings: { TMPDIR: fastFolder() },
    ...vitest('vitest'),
  },
  playwright: { title: 'Stories in a browser', ...playwright },
  // Takes about 15 minutes, so it runs only when requested.
  long: {
    title: 'Properties tried many thousand times, storms and soaks',
    isExtra: true,
    settings: { LONG_TESTS: 'true', PROPERTY_FACTOR: process.env.PROPERTY_FACTOR ?? '30' },
    ...vitest('long'),
  },
  views: {
    title: 'Every view for every role and width',
    isExtra: true,
    ...playwright,
    settings: { ...playwright.settings, LONG_TESTS: 'true' },
  },
}

const asked = process.argv.slice(2)
const chosen = Object.keys(steps).filter((name) => asked.includes(name))
const extra = asked.filter((word) => !(word in steps))
const isAlone = chosen.length === 1
const total = { passed: 0, failed: 0 }

process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
const wanted = chosen.length > 0 ? chosen : Object.keys(steps).filter((name) => !steps[name].isExtra)
for (const name of wanted) {
  process.stdout.write(isAlone ? `${steps[name].title}\n` : `${steps[name].title} … `)
  tell(await runStep(name, steps[name]))
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runStep(name, { tools, count }) {
  const began = performance.now()
  const results = await Promise.all(tools.map((tool) => run([...tool, ...(isAlone ? extra : [])], name)))
  const wentWell = results.every(({ status }) => status === 0)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return { counts: countsOf(name, count, wentWell), isCounted: Boolean(count), wentWell, seconds, results }
}

function tell({ counts: { passed, failed }, isCounted, wentWell, seconds, results }) {
  const tests = isCounted ? `${passed} of ${passed + failed} in ` : ''
  console.log(`${wentWell ? '' : 'FAILED, '}${tests}${seconds} s`)
  for (const { status, output } of results) if (status !== 0) process.stdout.write(`${output}\n`)
  total.passed += passed
  total.failed += failed
}

/** A folder for hundreds of small databases: in memory if there is much of it, and otherwise on disk. */
function fastFolder() {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > 8e9 ? inMemory : tmpdir()
}

/** A tool that exits with an error but without a failed test, or without a report, counts as a failure. */
function countsOf(name, count, wentWell) {
  if (!count) return { passed: wentWell ? 1 : 0, failed: wentWell ? 0 : 1 }
  try {
    const { passed, failed } = count(JSON.parse(readFileSync(report(name), 'utf8')))
    return { passed, failed: wentWell ? failed : Math.max(1, failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** Runs a program with the project's own Node 24 first in PATH and without the caller's mode and database settings. */
function run([program, ...args], step) {
  const { NODE_ENV, DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR, SESSION_SECRET, ...inherited } = process.env
  const env = {
    ...inherited,
    ...steps[step].settings,
    PATH: join(root, 'node_modules/.bin') + delimiter + (process.env.PATH ?? ''),
    ASTRO_TELEMETRY_DISABLED: '1',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report(step),
  }
  const options = { cwd: root, env, shell: process.platform === 'win32' }
  return new Promise((done) => {
    const shown = isAlone ? 'inherit' : 'pipe'
    const child = spawn(program, args, { ...options, stdio: ['ignore', shown, shown] })
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => chunks.push(Buffer.from(`${program}: ${error.message}\n`)))
    child.once('close', (status) => done({ status: status ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}
