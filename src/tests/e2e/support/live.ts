import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'

/** How soon a user sees another user's changes (QUALITY U8). */
export const soon = { timeout: 2_000 }

/** The number of change streams that a browser has open. */
export function streamsOf(context: BrowserContext) {
  const open = new Set<Request>()
  context.on('response', (response) => {
    if (response.request().resourceType() === 'eventsource' && response.ok()) open.add(response.request())
  })
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
  return {
    /** Waits until this many are open. */
    are: (count: number) => expect.poll(() => open.size, { message: 'open streams' }).toBe(count),
  }
}

/** The names of the GraphQL operations that a page sends from now on. */
export function asksOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    asked.push(String((request.postDataJSON() as { operationName?: string }).operationName))
  })
  return asked
}

/** Tells the page that it has become visible or hidden. */
export const show = (page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibilityState)
