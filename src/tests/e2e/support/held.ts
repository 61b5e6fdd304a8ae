import type { Page, Route } from '@playwright/test'

/** Holds every response from a URL until `release`, so that the loading state can be checked. */
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
