import fc from 'fast-check'
import { type BusyClinic, openBusyClinic, people } from './busyClinic.ts'
import { listenForFaults } from './faults.ts'
import { test } from './test.ts'
import { openTestServer, type Visitor } from './testServer.ts'

type Busy = BusyClinic & {
  /** Server errors in the log that were not checked yet. */
  faults: string[]
  /**
   * Tests a property this many times, each time as one of the signed-in visitors. A failure has its seed and
   * the smallest example, starting from the initial data.
   */
  holds: <Input>(
    times: number,
    inputs: fc.Arbitrary<Input>,
    check: (visitor: Visitor, input: Input) => Promise<void>,
  ) => Promise<void>
}

/** `test` with a busy clinic whose server errors are collected. */
export const busyTest = test.extend<{ busy: Busy }>({
  busy: async ({ database, clinic }, use) => {
    const { log, faults } = listenForFaults()
    const server = await openTestServer(clinic, { log })
    const busy = await openBusyClinic(database, clinic, server)
    let hasFailed = false
    await use({
      ...busy,
      faults,
      holds: async (times, inputs, check) => {
        const property = fc.asyncProperty(fc.constantFrom(...people), inputs, async (person, one) => {
          if (hasFailed || !(await busy.isAtWork(person))) await busy.refill()
          await check(busy.visitors[person], one).catch((error: unknown) => {
            hasFailed = true
            throw error
          })
        })
        await fc.assert(property, { numRuns: times, includeErrorInReport: true }).catch(shorten)
      },
    })
    await server.close()
  },
})

/** Abbreviates long repetitions in an error message. */
export function shorten(error: unknown): never {
  if (error instanceof Error)
    error.message = error.message.replaceAll(
      /(.{1,12}?)\1{60,}/g,
      (all, sign: string) => `${sign}<${all.length / sign.length} times>`,
    )
  throw error
}
