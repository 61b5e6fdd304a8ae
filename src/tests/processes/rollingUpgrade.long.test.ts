import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeDatabase } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/rights.ts'
import { type Program, startProgram, startServer } from '#tests/support/serverProcess.ts'
import { broken } from './invariants.ts'
import { brokenAuditLog, openStaffedClinic } from './staffedClinic.ts'
import { startTraffic } from './traffic.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrations = readdirSync(join(root, 'prisma/migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

/** An earlier version is named by the first migration that it lacks: the newest one, and the last ten. */
const lacking = [migrations.at(-1), '20261127140000_locked_copies'] as string[]

/** A refusal is an answer. Anything else would be a request that the upgrade has cost. */
const answers = new Set([200, 201, 400, 403, 404, 409])
const REQUESTS = 500

let parent: string

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'caseload-rolling-'))
})

afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Builds the version just before a migration was added, from the repository's history. Returns its folder. */
function versionBefore(migration: string): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()
  const file = `prisma/migrations/${migration}/migration.sql`
  const added = git('log', '--diff-filter=A', '--format=%H', '--', file).split('\n').at(-1)
  if (!added) throw new Error(`The history lacks the commit that added ${file}: git fetch --unshallow`)
  const folder = join(parent, migration)
  git('clone', '--quiet', '--shared', root, folder)
  execFileSync('git', ['checkout', '--quiet', `${added}^`], { cwd: folder })
  execFileSync(process.execPath, [join(folder, '.config/prepare.mjs'), 'build'], {
    cwd: folder,
    stdio: 'pipe',
  })
  return folder
}

async function succeed(program: Program): Promise<void> {
  expect(await program.over, program.said()).toBe(0)
}

test.for(lacking)(
  'processes without %s are replaced one after the other under load, and no request fails',
  { timeout: 1_200_000 },
  async (migration) => {
    const earlier = versionBefore(migration)
    const blank = new URL(inject('templateUrl'))
    blank.pathname = '/template1'
    const database = await makeDatabase(blank.href, 'rolling')
    const settings = { DATABASE_URL: database.ownerUrl, DATA_DIR: join(parent, `data of ${migration}`) }
    const first = await openStaffedClinic(settings, earlier)
    const second = await startServer(first.settings, undefined, earlier)
    const servers = [first.server, second]
    let open = [first.server.url, second.url]
    const seed = Date.now()
    const traffic = startTraffic(first.callers, () => open, seed)
    try {
      await traffic.untilAnswered(REQUESTS)
      await succeed(startProgram('cli/migrate.ts', first.settings))
      await traffic.untilAnswered(REQUESTS)
      for (const index of [0, 1]) {
        const replaced = servers[index]
        const next = await startServer({ ...first.settings, MIGRATE: 'off' })
        servers[index] = next
        // As a load balancer does: no new requests go to a process that is about to stop.
        open = servers.map(({ url }) => url)
        await traffic.untilAnswered(REQUESTS)
        expect(await replaced?.stop(), replaced?.said()).toBe(0)
      }
      await traffic.end()
      const counts = JSON.stringify([...traffic.statuses])
      console.log(`Rolling upgrade over ${migration}, seed ${seed}: ${counts}`)
      expect(
        [...traffic.statuses.keys()].filter((status) => !answers.has(status)),
        counts,
      ).toEqual([])
      const ask = (sql: string, values?: unknown[]) =>
        asOwner(database, async (owner) => (await owner.query(sql, values)).rows)
      expect(await broken({ ask }, traffic.tallies)).toEqual([])
      expect(await brokenAuditLog(first.settings)).toBe(null)
    } finally {
      await traffic.end()
      for (const server of servers) await server.stop()
      first.folder.remove()
      await database.drop()
      rmSync(earlier, { recursive: true, force: true })
    }
  },
)
