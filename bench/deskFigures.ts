import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { chromiumFlags, chromiumPath } from '../src/tests/e2e/support/chromium.ts'
import { PASSWORD } from './data.ts'
import { type Desk, type Hand, type Job, jobs } from './deskJobs.ts'
import { phoneFigures } from './phoneFigures.ts'
import type { Server } from './servers.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, inMs } from './table.ts'

/** Frequent jobs: presses and milliseconds until each is done. Then slow lines, in `phoneFigures`. */
export async function deskFigures(product: Server, database: BenchDatabase): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags })
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    const figures: Figure[] = []
    for (const job of jobs) figures.push(await timed(browser, product, database, owner, job))
    return [...figures, ...(await phoneFigures(browser, product, database, owner))]
  } finally {
    await owner.end()
    await browser.close()
  }
}

async function timed(
  browser: Browser,
  product: Server,
  database: BenchDatabase,
  owner: Client,
  job: Job,
): Promise<Figure> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
  await context.request.post('/api/auth/login', { data: { email: database.adminEmail, password: PASSWORD } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const hand = makeHand(page)
  const figure = { id: 'desk', what: job.what, goal: `<= ${job.most} ${job.unit}` }
  try {
    const desk: Desk = { page, hand, owner, patientId: '' }
    await job.begin(desk)
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const began = performance.now()
    await job.work(desk)
    const took = performance.now() - began
    if (job.proof) await expectProof(desk, job.proof)
    return { ...figure, measured: `${hand.presses()}, ${inMs(took)}`, isMet: hand.presses() <= job.most }
  } catch (error) {
    console.error(error)
    return { ...figure, measured: 'failed', isMet: false }
  } finally {
    await context.close()
  }
}

function makeHand(page: Page): Hand {
  let presses = 0
  return {
    presses: () => presses,
    press: async (target) => {
      presses += 1
      await target.click()
    },
    keys: async (...keys) => {
      presses += keys.length
      for (const key of keys) await page.keyboard.press(key)
    },
    act: async (work) => {
      presses += 1
      await work()
    },
  }
}

/** Waits until the database says that the work was really done. */
const expectProof = ({ owner, patientId }: Desk, query: string) =>
  expect
    .poll(async () => (await owner.query<{ proven: boolean }>(query, [patientId])).rows[0]?.proven, {
      timeout: 30_000,
    })
    .toBe(true)
