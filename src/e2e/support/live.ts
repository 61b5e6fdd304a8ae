import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'

/** What somebody sees of another's work, and when (QUALITY U8). */
export const soon = { timeout: 2_000 }

/** The streams of changes that a browser holds open, counted as they come and go. */
export function streamsOf(context: BrowserContext) {
  const open = new Set<Request>()
  context.on('response', (response) => {
    if (response.request().resourceType() === 'eventsource' && response.ok()) open.add(response.request())
  })
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
  return {
    /** Waits until there are so many. */
    are: (count: number) => expect.poll(() => open.size, { message: 'open streams' }).toBe(count),
  }
}

/** Documents that a page asks for, by name, while it is watched. */
export function asksOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    asked.push(String((request.postDataJSON() as { operationName?: string }).operationName))
  })
  return asked
}

/** Brings a page in front, or another over it, as far as the page is told. */
export const show = (page: Page, visibilityState: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibilityState)
