import { loadavg } from 'node:os'
import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import type { Client } from 'pg'
import { fetchedWhenIdle } from '#tests/e2e/support/idleCode.ts'
import { PASSWORD } from './data.ts'
import { median } from './rounds.ts'
import type { Server } from './servers.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, inMs, msAtMost } from './table.ts'

/** "Slow 4G" of Chromium's DevTools and of Lighthouse, in ms and bytes a second; and a processor four times slower. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375, offline: false }
const CPU_FACTOR = 4

const ROUTES = ['/', '/patients', '/tasks', '/schedule', '/consent-forms', '/settings']
const TRANSFER_MAX_KB = 320
const OPENINGS = 5

/** How fast a chart opens on the desk and on a phone with slow 4G, and six routes on such a phone with an empty cache. */
export async function phoneFigures(
  browser: Browser,
  product: Server,
  database: BenchDatabase,
  owner: Client,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const small = { width: 390, height: 844 }
  const people = { product, database }
  const desk = await openedCharts(
    browser,
    { ...people, viewport: { width: 1440, height: 900 } },
    owner,
    false,
  )
  figures.push(opening('open a chart from its row: content, median', desk, 150))
  const phone = await openedCharts(browser, { ...people, viewport: small }, owner, true)
  figures.push(opening('the same, first chart, slow 4G, CPU / 4', phone, 1_200))
  for (const path of ROUTES) {
    const page = await signedIn(browser, { ...people, viewport: small })
    const { firstContent, largest, kilobytes } = await routeOn(page, path)
    figures.push({
      id: 'desk',
      what: `${path} on slow 4G, CPU / 4: first content, largest, transfer`,
      goal: `-, -, <= ${TRANSFER_MAX_KB} kB`,
      measured: `${inMs(firstContent)}, ${inMs(largest)}, ${Math.round(kilobytes)} kB`,
      isMet: kilobytes <= TRANSFER_MAX_KB,
    })
    await page.context().close()
  }
  return figures
}

type Visit = { product: Server; database: BenchDatabase; viewport: { width: number; height: number } }

async function signedIn(browser: Browser, { product, database, viewport }: Visit): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, viewport, hasTouch: viewport.width < 700 })
  await context.request.post('/api/auth/login', { data: { email: database.adminEmail, password: PASSWORD } })
  return context.newPage()
}

async function slowDown(page: Page): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.emulateNetworkConditions', SLOW_4G)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: CPU_FACTOR })
  return browser
}

/** Milliseconds from each press on a row to the chart's content. Slow: the first chart of a visit, as on a phone. */
async function openedCharts(
  browser: Browser,
  visit: Visit,
  owner: Client,
  isSlow: boolean,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < OPENINGS; round += 1) {
    await owner.query('checkpoint')
    const page = await signedIn(browser, visit)
    await page.goto('/patients')
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await fetchedWhenIdle(page)
    if (isSlow) await slowDown(page)
    const row = page
      .getByRole('table', { name: 'Patients' })
      .getByRole('row')
      .nth(isSlow ? 1 : 2)
    await page.evaluate(watchForChart)
    if (isSlow) await row.getByRole('link').tap()
    else {
      // A hand moves to the row before it presses.
      await row.getByRole('link').hover()
      await page.waitForTimeout(300)
      await row.getByRole('link').click()
    }
    await expect(page.getByRole('dialog').getByText('Assigned Attorney')).toBeVisible({ timeout: 30_000 })
    const after = await page.waitForFunction(() => (window as unknown as { chartAfter?: number }).chartAfter)
    times.push((await after.jsonValue()) ?? Number.NaN)
    await page.context().close()
  }
  return times
}

/** With the range and the load of the machine, because every process on it delays an opening. */
function opening(what: string, times: number[], most: number): Figure {
  const figure = msAtMost('desk', what, median(times), most)
  const range = `${inMs(Math.min(...times))} to ${inMs(Math.max(...times))}, load ${loadavg()[0]?.toFixed(1)}`
  return { ...figure, measured: `${figure.measured} (${range})` }
}

/** Runs in the page: measures from the press to the first frame with the chart's content. */
function watchForChart(): void {
  const kept = window as unknown as { chartAfter: number }
  let pressed = 0
  document.addEventListener('click', ({ timeStamp }) => (pressed ||= timeStamp), { capture: true })
  const look = () => {
    const isThere = [...document.querySelectorAll('[role=dialog] dt')].some(
      ({ textContent }) => textContent === 'Assigned Attorney',
    )
    if (pressed && isThere) kept.chartAfter = performance.now() - pressed
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function routeOn(page: Page, path: string) {
  const browser = await slowDown(page)
  let bytes = 0
  browser.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.addInitScript(() => {
    const kept = window as unknown as { largest: number }
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) kept.largest = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(path, { timeout: 60_000 })
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const { firstContent, largest } = await page.evaluate(() => ({
    firstContent: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largest: (window as unknown as { largest: number }).largest,
  }))
  return { firstContent, largest, kilobytes: bytes / 1000 }
}
