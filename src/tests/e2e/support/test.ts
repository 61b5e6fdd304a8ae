import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { User } from '#infra/prisma/client.ts'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { type Running, runProduct } from './server.ts'
import { makeWatch, type Watch } from './watch.ts'

type Fixtures = {
  /** An empty clinic behind the server, to fill and to check. */
  clinic: TestClinic
  watch: Watch
  /** Gives a browser a user's session without the form. */
  signIn: (user: Pick<User, 'email'>, context?: BrowserContext) => Promise<void>
  /** Another user's browser, monitored like the first. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
}

/** `test` with the real server. Fails on any browser error and on any error in the server's log. */
export const test = base.extend<Fixtures, { product: Running }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for
    async ({}, use) => {
      const product = await runProduct()
      await use(product)
      expect(await product.stop(), 'exit code after SIGTERM').toBe(0)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.server.url),
  clinic: [
    async ({ product, watch }, use) => {
      await product.empty()
      const before = product.server.said().length
      await use(product.clinic)
      expect(watch.faults(product.server.said().slice(before)), "errors in the server's log").toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  watch: async ({}, use) => {
    const watch = makeWatch()
    await use(watch)
    expect(watch.complaints(), 'errors in the browser').toEqual([])
  },
  context: async ({ context, watch }, use) => {
    watch.over(context)
    await use(context)
  },
  visitor: async ({ browser, contextOptions, baseURL, watch }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await open(browser, { ...contextOptions, baseURL: baseURL ?? '', ...options })
      opened.push(context)
      watch.over(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
  signIn: async ({ context: own }, use) => {
    await use(async ({ email }, context = own) => {
      const answer = await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
      expect(answer.status(), await answer.text()).toBe(200)
    })
  },
})

const open = (browser: Browser, options: BrowserContextOptions) =>
  browser.newContext({ timezoneId: 'America/New_York', locale: 'en-US', ...options })

export { expect } from '@playwright/test'
