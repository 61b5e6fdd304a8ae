import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import type { User } from '#infra/prisma/client.ts'
import { PASSWORD, type TestClinic } from '#testing/clinic.ts'
import { type Running, runProduct } from './server.ts'
import { makeWatch, type Watch } from './watch.ts'

type Fixtures = {
  /** An empty clinic behind the server, to be filled by sentences and looked into afterwards. */
  clinic: TestClinic
  watch: Watch
  /** Gives a browser somebody's session, without the form. */
  signIn: (user: Pick<User, 'email'>, context?: BrowserContext) => Promise<void>
  /** Another person's browser, watched like the first. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
}

/** `test` over the real server. It fails by itself on anything a browser complains of, and on any logged fault. */
export const test = base.extend<Fixtures, { product: Running }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are asked for
    async ({}, use) => {
      const product = await runProduct()
      await use(product)
      expect(await product.stop(), 'how the server ended on SIGTERM').toBe(0)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ product }, use) => use(product.server.url),
  clinic: [
    async ({ product, watch }, use) => {
      await product.empty()
      const before = product.server.said().length
      await use(product.clinic)
      expect(watch.faults(product.server.said().slice(before)), 'what the server logged').toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  watch: async ({}, use) => {
    const watch = makeWatch()
    await use(watch)
    expect(watch.complaints(), 'what the browser complained of').toEqual([])
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
