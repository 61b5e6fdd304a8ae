import type { TestClinic } from '#tests/support/clinic.ts'
import { test as base } from '#tests/support/test.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import { openTestServer } from '#tests/support/testServer.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { keepState, type State } from './state.ts'
import { type Entered, enterAll } from './visitors.ts'

/** The fixtures, the callers' headers, the server, and the saved state of the database. */
export type Setup = { fixtures: Fixtures; entered: Entered; server: TestServer; state: State }

type Prepared = { clinic: TestClinic; fixtures: Fixtures; server: TestServer }

/** `test` with one server per file. `prepare` runs before the state is saved. Each test restores what it changes. */
export const setupTest = (prepare: (prepared: Prepared) => Promise<unknown>) =>
  base.extend<{ setup: Setup }>({
    setup: [
      async ({ database, opened }, use) => {
        const server = await openTestServer(opened)
        // Some calls are denied when no mail server is set up. This one accepts all mail and sends none.
        opened.instances.mailer = { send: async () => undefined, test: async () => undefined }
        const fixtures = await createFixtures(opened)
        const entered = await enterAll({ clinic: opened, server, people: fixtures.people })
        await opened.db.user.update({ where: { id: fixtures.people.leaver.id }, data: { isActive: false } })
        await prepare({ clinic: opened, fixtures, server })
        const state = await keepState(database)
        await use({ fixtures, entered, server, state })
        await state.close()
        await server.close()
      },
      { scope: 'file' },
    ],
  })

export const test = setupTest(async () => undefined)
