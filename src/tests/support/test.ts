import { randomUUID } from 'node:crypto'
import { test as base, inject } from 'vitest'
import { openTestClinic, type TestClinic } from './clinic.ts'
import { makeDatabase, type TestDatabase } from './database.ts'
import { filesOf } from './recordFiles.ts'
import { openTestServer, type TestServer } from './testServer.ts'

type Fixtures = {
  /** The worker's database and its clinic, which opens when a file first needs it. */
  shared: Awaited<ReturnType<typeof share>>
  database: TestDatabase
  opened: TestClinic
  /** An empty clinic at 10 AM on January 5, 2026, in New York. */
  clinic: TestClinic
  /** The clinic's server on its own port. */
  server: TestServer
}

const START = '2026-01-05T15:00:00.000Z'

/**
 * `test` with a clinic on a real PostgreSQL. Each worker has its own database and one clinic on it, because preparing them
 * takes longer than most files. The database is emptied before each test, and recreated for a file if earlier files changed
 * more than its rows. After each file, the clinic's services are restored, and its records are removed.
 */
export const test = base.extend<Fixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures wanted from this pattern
    async ({}, use) => {
      const shared = await share()
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],
  database: [
    async ({ shared }, use) => {
      await shared.renew()
      await use(shared.database)
    },
    { scope: 'file' },
  ],
  opened: [
    async ({ database, shared }, use) => {
      const clinic = await shared.clinicOn(database)
      const instances = { ...clinic.instances }
      clinic.now = new Date(START)
      await use(clinic)
      Object.assign(clinic.instances, instances)
      const { recordStore } = clinic.instances
      for (const key of await filesOf(clinic)) await recordStore.remove(key)
    },
    { scope: 'file' },
  ],
  clinic: async ({ database, opened }, use) => {
    await database.empty()
    // The process caches the clinic's settings, and an earlier test may have changed them.
    await opened.instances.settings.refresh()
    opened.now = new Date(START)
    await use(opened)
  },
  server: async ({ clinic }, use) => {
    const server = await openTestServer(clinic)
    await use(server)
    await server.close()
  },
})

async function share() {
  const database = await makeDatabase(inject('templateUrl'), `test_${randomUUID()}`)
  let clinic: Awaited<ReturnType<typeof openTestClinic>> | undefined
  const closeClinic = async () => {
    await clinic?.close()
    clinic = undefined
  }
  return {
    database,
    renew: () => database.renew(closeClinic),
    clinicOn: async ({ ownerUrl }: TestDatabase): Promise<TestClinic> => {
      clinic ??= await openTestClinic(ownerUrl)
      return clinic
    },
    close: async () => {
      await closeClinic()
      await database.drop()
    },
  }
}
