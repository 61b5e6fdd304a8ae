import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { askOwner, emptyPlace } from '#tests/support/backups.ts'
import { SESSION_SECRET } from '#tests/support/clinic.ts'
import { freePort, runProgram, startProgram } from '#tests/support/serverProcess.ts'
import { temporaryFolder } from '#tests/support/temporaryFolder.ts'

test('migrate --dry-run changes nothing; a server with MIGRATE=off starts only on a migrated database', async () => {
  const place = await emptyPlace()
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: place.settings.dataDir,
    DATABASE_URL: place.ownerUrl,
    SESSION_SECRET,
    PUBLIC_URL: 'https://clinic.test',
  }
  const migrate = (...words: string[]) => runProgram('cli/migrate.ts', settings, words)
  const planned = await migrate('--dry-run')
  expect(planned.exit, planned.said).toBe(1)
  for (const part of [
    /^create role ".*" nologin;$/m,
    /^-- Migration 20261121060000_the_clinic$/m,
    /^CREATE TABLE "patients" \($/m,
    /^-- The job queue/m,
  ])
    expect(planned.said).toMatch(part)
  expect(await askOwner(place, "select from pg_class where relnamespace = 'public'::regnamespace")).toEqual(
    [],
  )

  const server = startProgram('app/server.ts', {
    ...settings,
    MIGRATE: 'off',
    PORT: String(await freePort()),
  })
  expect(await server.over).toBe(1)
  expect(server.said()).toMatch(/MIGRATE is off, and the database lacks .* Run npm run migrate/)

  expect(await migrate()).toEqual({ exit: 0, said: expect.stringContaining('The database is up to date') })
  expect(await migrate('--dry-run')).toEqual({ exit: 0, said: 'The database is up to date\n' })
})

test('a command that is interrupted stops the embedded PostgreSQL that it started', async () => {
  const dataDir = temporaryFolder()
  const { child, said, over } = startProgram('cli/migrate.ts', { DATA_DIR: dataDir, SESSION_SECRET })
  const isRunning = () => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
  await vi.waitUntil(isRunning, { timeout: 60_000 })
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await over, said()).toBe(130)
  expect(isRunning()).toBe(false)
})
