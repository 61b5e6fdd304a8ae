import type { Page } from '@playwright/test'

/** Waits until the browser has the code that the page fetches when idle. */
export async function fetchedWhenIdle(page: Page): Promise<void> {
  const { chart } = await (await page.request.get('/idle.json')).json()
  await page.waitForFunction((files: string[]) => {
    const arrived = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    return files.every((file) => arrived.includes(file))
  }, chart)
}
