import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findDebianPostgres } from '#tests/support/debianPostgres.ts'
import { examplesIn, readGuide } from '#tests/support/guide.ts'
import { paper, uploadForm } from '#tests/support/recordFiles.ts'
import { runProgram, type ServerProcess, startServer } from '#tests/support/serverProcess.ts'
import { signIn } from './caller.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'

const [, section = ''] = /### A point in time\n([\s\S]*?)\n### /.exec(readGuide('operators.md')) ?? []
const [configuration = ''] = examplesIn(section, 'ini')
const [makeBase = '', copyFiles = '', recover = '', copyBack = ''] = examplesIn(section, 'bash')

/** Seconds until changes are archived. The guide has 60. */
const ARCHIVE_TIMEOUT = 5
/** How long a busy machine may take to archive a file. */
const SLACK_MS = 10_000

/** A patient that the server has acknowledged. */
type Added = { email: string; at: number }

test("the commands of the operators' guide return to a point in time and lose only what was not archived yet", async () => {
  const parent = mkdtempSync(join(tmpdir(), 'caseload-point-'))
  chmodSync(parent, 0o755)
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const archive = join(parent, 'archive')
  const postgres = await findDebianPostgres(archive)
  const here = (text: string) => text.replaceAll('/mnt/archive', archive)
  const asPostgres = (script: string, PGDATA: string) => postgres.run(here(script), { PGDATA })
  const first = join(archive, 'first')

  const listen = "listen_addresses = '127.0.0.1'\\nunix_socket_directories = ''\\nport = $PGPORT\\n"
  asPostgres(
    `initdb --auth=trust --encoding=UTF8 > /dev/null; printf "${listen}" >> "$PGDATA/postgresql.conf"`,
    first,
  )
  const settings = here(configuration).replace('= 60', `= ${ARCHIVE_TIMEOUT}`)
  asPostgres(`mkdir /mnt/archive/wal; cat >> "$PGDATA/postgresql.conf" <<'END'\n${settings}\nEND`, first)
  asPostgres('pg_ctl start --wait --log="$PGDATA/log" > /dev/null; createdb clinic', first)
  onTestFinished(() => {
    for (const name of ['first', 'second', 'third'])
      try {
        asPostgres('pg_ctl stop --mode=immediate', join(archive, name))
      } catch {
        // It does not run.
      }
  })

  const clinic = await openStaffedClinic({ DATABASE_URL: postgres.urlOf('clinic') })
  onTestFinished(() => clinic.folder.remove())
  const [admin] = clinic.callers
  if (!admin) throw new Error('There is no administrator')
  /** Exports the evidence, which signs a tree head. */
  const signHead = async () => {
    const folder = join(mkdtempSync(join(parent, 'evidence-')), 'folder')
    const { exit, said } = await runProgram('cli/exportEvidence.ts', clinic.settings, [
      '--all',
      '--to',
      folder,
    ])
    expect(exit, said).toBe(0)
  }
  let running: ServerProcess | undefined = clinic.server
  onTestFinished(async () => void (await running?.stop()))
  const asCaseload = (script: string, DATA_DIR: string) =>
    execFileSync('bash', ['-euo', 'pipefail', '-c', here(script)], {
      env: { ...process.env, DATA_DIR },
      stdio: ['ignore', 'pipe', 'inherit'],
    })

  const added: Added[] = []
  const add = async () => {
    const email = `patient${added.length}@drill.test`
    const { status, json } = await admin('POST', '/api/patients', {
      firstName: 'Kim',
      lastName: 'Adeyemi',
      email,
    })
    expect(status).toBe(201)
    added.push({ email, at: Date.now() })
    return (json as { id: string }).id
  }
  const content = paper('report.pdf')
  const upload = async (patientId: string) => {
    const path = `/api/patients/${patientId}/records`
    const { status, json } = await admin.upload(path, uploadForm('report.pdf', content))
    expect(status, JSON.stringify(json)).toBe(201)
    return `${path}/${(json as { id: string }).id}/file`
  }

  await signHead()
  const before = await upload(await add())
  asPostgres(makeBase, first)
  const after = await upload(await add())
  for (let n = 0; n < 20; n += 1) await add()
  const point = await clockOf(postgres.urlOf('clinic'))
  await sleep(10)
  const kept = added.length
  asCaseload(`mkdir -p /mnt/archive/files; ${copyFiles}`, clinic.settings.DATA_DIR)
  const end = Date.now() + 3 * ARCHIVE_TIMEOUT * 1000
  while (Date.now() < end) {
    await add()
    await sleep(50)
  }

  // The machine is lost, with its disk.
  const lostAt = Date.now()
  running.child.kill('SIGKILL')
  await running.over
  asPostgres('pg_ctl stop --mode=immediate > /dev/null; rm -rf "$PGDATA"', first)
  rmSync(clinic.settings.DATA_DIR, { recursive: true })

  /** Recovers into a new folder and starts Caseload. Returns the addresses of the patients and the seconds it took. */
  const returnTo = async (name: string, time: string | null) => {
    const began = performance.now()
    const script = time
      ? recover.replace(/recovery_target_time = '.*'/, `recovery_target_time = '${time}'`)
      : recover.replace(/recovery_target_.*\n/g, '')
    const base = `base-${asPostgres('date +%F', first).trim()}`
    asPostgres(
      script.replace(/base-[\d-]+/, base).replace('--wait', '--wait --log="$PGDATA/log" > /dev/null'),
      join(archive, name),
    )
    mkdirSync(clinic.settings.DATA_DIR)
    asCaseload(copyBack, clinic.settings.DATA_DIR)
    running = await startServer(clinic.settings)
    const seconds = (performance.now() - began) / 1000
    const caller = await signIn(running.url, clinic.account)
    for (const path of [before, after]) {
      const answer = await fetch(running.url + path, { headers: { cookie: caller.cookie } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect([answer.status, hashOf(bytes)]).toEqual([200, hashOf(content)])
    }
    expect(await brokenAuditLog(clinic.settings)).toBe(null)
    await signHead()
    expect(await movesIn(postgres.urlOf('clinic'))).toEqual([
      { from: expect.stringMatching(/^\d+\/1$/), to: expect.stringMatching(/^\d+\/[23]$/) },
    ])
    const found = await emailsIn(postgres.urlOf('clinic'))
    await running.stop()
    running = undefined
    asPostgres('pg_ctl stop > /dev/null', join(archive, name))
    rmSync(clinic.settings.DATA_DIR, { recursive: true })
    return { found, seconds }
  }

  const all = await returnTo('second', null)
  const lost = added.filter(({ email }) => !all.found.has(email))
  const newest = Math.max(...added.filter(({ email }) => all.found.has(email)).map(({ at }) => at))
  expect(lost.filter(({ at }) => at < lostAt - ARCHIVE_TIMEOUT * 1000 - SLACK_MS)).toEqual([])

  const earlier = await returnTo('third', point)
  expect([...earlier.found].sort()).toEqual(
    added
      .slice(0, kept)
      .map(({ email }) => email)
      .sort(),
  )
  console.log(
    `Point in time: the machine was lost ${((lostAt - newest) / 1000).toFixed(1)} s after the last change that came back ` +
      `(archive_timeout ${ARCHIVE_TIMEOUT} s; ${lost.length} of ${added.length} patients lost); ` +
      `served again after ${all.seconds.toFixed(1)} s, and at the earlier time after ${earlier.seconds.toFixed(1)} s`,
  )
}, 900_000)

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const ask = async (url: string, sql: string): Promise<Record<string, string>[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const clockOf = async (url: string) => (await ask(url, 'select clock_timestamp()::text as now'))[0]?.now ?? ''

const emailsIn = async (url: string) =>
  new Set((await ask(url, 'select email::text as email from patients')).map(({ email }) => email ?? ''))

const movesIn = (url: string) =>
  ask(
    url,
    "select details->>'from' as from, details->>'to' as to from audit_logs where resource_type = 'database'",
  )
