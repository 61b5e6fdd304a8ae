import type { Page, Route } from '@playwright/test'

/** Keeps every answer at an address back until `release`, so that what is said meanwhile can be read. */
export async function hold(page: Page, address: string): Promise<{ release: () => Promise<void> }> {
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  const wait = async (route: Route) => {
    await held
    await route.continue().catch(() => {})
  }
  await page.route(address, wait)
  return {
    async release() {
      answer()
      await page.unroute(address, wait)
    },
  }
}
