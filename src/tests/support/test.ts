import { randomUUID } from 'node:crypto'
import { test as base, inject } from 'vitest'
import { openTestClinic, type TestClinic } from './clinic.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { openTestServer, type TestServer } from './testServer.ts'

type Fixtures = {
  /** The worker's database. Creating one takes longer than most files. */
  sharedDatabase: TestDatabase
  database: TestDatabase
  opened: TestClinic
  /** An empty clinic at 10 AM on January 5, 2026, in New York. */
  clinic: TestClinic
  /** The clinic's server on its own port. */
  server: TestServer
}

/**
 * `test` with a clinic on a real PostgreSQL. Each worker has its own database, which is emptied before
 * each test, and recreated for a file if earlier files changed more than its rows.
 */
export const test = base.extend<Fixtures>({
  sharedDatabase: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures wanted from this pattern
    async ({}, use) => {
      const database = await makeDatabase(inject('templateUrl'), `test_${randomUUID()}`)
      await use(database)
      await database.drop()
    },
    { scope: 'worker' },
  ],
  database: [
    async ({ sharedDatabase }, use) => {
      await sharedDatabase.renew()
      await use(sharedDatabase)
    },
    { scope: 'file' },
  ],
  opened: [
    async ({ database }, use) => {
      const clinic = await openTestClinic(database.ownerUrl)
      await use(clinic)
      await clinic.close()
    },
    { scope: 'file' },
  ],
  clinic: async ({ database, opened }, use) => {
    await database.empty()
    // The process caches the clinic's settings, and an earlier test may have changed them.
    await opened.instances.settings.refresh()
    opened.now = new Date('2026-01-05T15:00:00.000Z')
    await use(opened)
  },
  server: async ({ clinic }, use) => {
    const server = await openTestServer(clinic)
    await use(server)
    await server.close()
  },
})
