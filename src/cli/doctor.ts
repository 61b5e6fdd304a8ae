import { parseArgs } from 'node:util'
import { openWithoutMigrating } from '#app/databases.ts'
import { databaseChecks } from '#app/doctor/databaseChecks.ts'
import { type Finding, problem, runChecks } from '#app/doctor/finding.ts'
import { recordedChecks, serviceChecks } from '#app/doctor/serviceChecks.ts'
import { version } from '#app/services.ts'
import { amountOf } from '#domain/amount.ts'
import { BadSettings, type Environment, readEnvironment } from '#infra/environment.ts'
import { runCommand, withDatabases } from './command.ts'

/** What `--help` prints. */
const help = `Usage: npm run doctor [-- --json]

Checks the settings, the database, the storage and the services of this installation, also while
Caseload runs, and says what to do about each problem. Writes only one small file, which it removes.

Exit codes:
  0  no problem (there may be warnings)
  1  at least one problem
  2  the checks could not run`

async function doctor(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const findings = await find()
  const problems = findings.filter(({ state }) => state === 'problem').length
  if (values.json) console.log(JSON.stringify({ version, problems, findings }, null, 2))
  else print(findings, problems)
  return problems > 0 ? 1 : 0
}

async function find(): Promise<Finding[]> {
  const settings = await runChecks([{ name: 'settings', run: async () => checkSettings() }], explain)
  if (settings.some(({ state }) => state === 'problem')) return settings
  const environment = readEnvironment()
  return [...settings, ...(await examine(environment))]
}

function checkSettings() {
  try {
    const { mode, publicUrl } = readEnvironment()
    const isTrial = mode === 'demo' ? ' (demo mode: not for real patients)' : ''
    return [{ state: 'ok' as const, message: `The settings are valid, for ${publicUrl}${isTrial}` }]
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error
    const [, ...lines] = error.message.split('\n')
    return lines.flatMap((line) => problem(line.trim(), 'Correct the setting. .env.example describes it.'))
  }
}

/** Runs all checks that need valid settings. If the database cannot be opened, only that is reported. */
async function examine(environment: Environment): Promise<Finding[]> {
  try {
    return await withDatabases(environment, openWithoutMigrating, async (databases) => {
      const found = await runChecks(databaseChecks(environment, databases), explain)
      const hasTables = found.every(({ check, state }) => check !== 'migrations' || state === 'ok')
      const checks = [
        ...serviceChecks(environment),
        ...(hasTables ? recordedChecks(environment, databases) : []),
      ]
      return [...found, ...(await runChecks(checks, explain))]
    })
  } catch (error) {
    return problem(explain(error), 'Check that PostgreSQL can run here.').map((one) => ({
      check: 'database',
      ...one,
    }))
  }
}

/** The first line of an error, which has no value of the database. */
function explain(error: unknown): string {
  const { code, message } = (
    error instanceof Error ? error : new Error(String(error))
  ) as NodeJS.ErrnoException
  const [line = ''] = message.split('\n')
  return line || String(code ?? 'It failed without a message')
}

const marks = { ok: 'ok      ', off: 'off     ', warning: 'WARNING ', problem: 'PROBLEM ' }

function print(findings: readonly Finding[], problems: number): void {
  for (const { check, state, message, action } of findings) {
    console.log(`${marks[state]} ${check}: ${message}`)
    if (action) console.log(`          ${action}`)
  }
  const warnings = findings.filter(({ state }) => state === 'warning').length
  console.log(`\n${amountOf(problems, 'problem')}, ${amountOf(warnings, 'warning')} (Caseload ${version})`)
}

await runCommand(help, doctor)
