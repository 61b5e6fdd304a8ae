import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test'
import { Client } from 'pg'
import { chromiumFlags, chromiumPath } from '../src/tests/e2e/support/chromium.ts'
import { PASSWORD } from './data.ts'
import { phoneFigures } from './phoneFigures.ts'
import type { Server } from './servers.ts'
import type { BenchDatabase } from './stage.ts'
import { type Figure, inMs } from './table.ts'

/** Counts what a user presses. Typing into a field is not counted, because it is the same in every product. */
type Hand = {
  presses: () => number
  press: (target: Locator) => Promise<void>
  keys: (...keys: string[]) => Promise<void>
  /** A file dropped on the page, or a search. */
  act: (work: () => Promise<unknown>) => Promise<void>
}

type Desk = { page: Page; hand: Hand; idOf: (status: string) => Promise<string>; phone: string }

type Job = {
  what: string
  most: number
  unit: string
  /** Opens the screen where the job begins. */
  begin: (desk: Desk) => Promise<unknown>
  /** Does the job, until the screen shows that it is done. Returns `not built` if the screen does not offer it. */
  work: (desk: Desk) => Promise<unknown>
}

/** Ten frequent jobs: presses and milliseconds until each is done. Then slow lines, in `phoneFigures`. */
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
    const [{ phone }] = (await owner.query<{ phone: string }>('select phone from patients limit 1')).rows as [
      { phone: string },
    ]
    const desk = { page, hand, phone, idOf: (status: string) => patientAt(owner, status) }
    await job.begin(desk)
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const began = performance.now()
    if ((await job.work(desk)) === 'not built') return { ...figure, measured: 'not built', isMet: null }
    const took = performance.now() - began
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

/** The newest patient at a status that has not been used by an earlier job. */
async function patientAt(owner: Client, status: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from patients where status = $1::patient_status order by created_at desc offset 3 limit 1',
    [status],
  )
  const [row] = rows
  if (!row) throw new Error(`No patient is at ${status}`)
  return row.id
}

const chart = (page: Page) => page.getByRole('dialog').first()
const done = (page: Page) => expect(page.getByText('Success', { exact: true }).first()).toBeVisible()

const openChart =
  (status: string, tab = '') =>
  async ({ page, idOf }: Desk) => {
    await page.goto(`/patients?patient=${await idOf(status)}${tab && `&tab=${tab}`}`)
    await expect(chart(page).getByRole('tab', { name: 'Notes' })).toBeVisible()
  }

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const jobs: readonly Job[] = [
  {
    what: 'open a chart by its phone number',
    most: 1,
    unit: 'search',
    begin: ({ page }) => page.goto('/patients'),
    work: async ({ page, hand, phone }) => {
      await hand.act(async () => {
        await page.getByRole('searchbox').first().fill(phone)
        await page.keyboard.press('Enter')
      })
      await expect(chart(page).getByRole('tab', { name: 'Notes' })).toBeVisible()
    },
  },
  {
    what: 'book a consultation from the chart, and the time',
    most: 2,
    unit: 'presses',
    begin: openChart('consent_signed'),
    work: async ({ page, hand }) => {
      await hand.press(chart(page).getByRole('button', { name: /^(Schedule|Update) Consultation/ }))
      const form = page.getByRole('dialog', { name: /^(Schedule|Update) Consultation/ }).last()
      await form.getByLabel('Date').fill(tomorrow())
      await form.getByLabel('Time').fill('09:30')
      await form.getByLabel('Location').fill('Room 2')
      await hand.press(form.getByRole('button', { name: /^(Schedule|Update)/ }).last())
      await done(page)
    },
  },
  {
    what: 'upload a file to the open chart',
    most: 1,
    unit: 'drop',
    begin: openChart('consent_signed', 'records'),
    work: async ({ page, hand }) => {
      await hand.act(() =>
        chart(page).locator('input[type=file]').setInputFiles('src/tests/support/records/knee.png'),
      )
      await done(page)
    },
  },
  {
    what: 'assign all patients of a filter',
    most: 4,
    unit: 'presses',
    begin: ({ page }) => page.goto('/patients?status=pending_consent'),
    work: async ({ page, hand }) => {
      const all = page.getByRole('checkbox', { name: /^Select all/i }).first()
      if ((await all.count()) === 0) return 'not built'
      await hand.press(all)
      await hand.press(page.getByRole('button', { name: /^Assign/ }).first())
      const form = page.getByRole('dialog').last()
      await hand.act(() => form.getByRole('combobox').first().selectOption({ index: 1 }))
      await hand.press(form.getByRole('button', { name: /^Assign/ }).last())
      return done(page)
    },
  },
  {
    what: 'mark a signed patient ready to schedule, in the chart',
    most: 2,
    unit: 'presses',
    begin: openChart('consent_signed'),
    work: async ({ page, hand }) => {
      await hand.press(chart(page).getByRole('button', { name: /^More actions for/ }))
      await hand.press(page.getByRole('menuitem', { name: 'Mark Ready to Schedule' }))
      await hand.press(page.getByRole('dialog').last().getByRole('button', { name: /^Mark/ }))
      await done(page)
    },
  },
  {
    what: 'add a task for the open patient',
    most: 2,
    unit: 'keys',
    begin: openChart('schedulable'),
    work: async ({ page, hand }) => {
      await hand.keys('a', 't')
      await expect(page.getByRole('dialog', { name: 'Add Task' })).toBeVisible()
    },
  },
  {
    what: 'send a consent form from the chart',
    most: 1,
    unit: 'press',
    begin: openChart('pending_consent'),
    work: async ({ page, hand }) => {
      await hand.press(
        chart(page)
          .getByRole('button', { name: /^Send Consent/ })
          .first(),
      )
      await done(page)
    },
  },
  {
    what: 'begin a new patient',
    most: 1,
    unit: 'key',
    begin: ({ page }) => page.goto('/patients'),
    work: async ({ page, hand }) => {
      await hand.keys('n')
      await expect(page.getByRole('dialog', { name: 'Add New Patient' })).toBeVisible()
    },
  },
  {
    what: 'reassign the open patient by the palette, and its name',
    most: 2,
    unit: 'keys',
    begin: openChart('schedulable'),
    work: async ({ page, hand }) => {
      await hand.keys('Control+k')
      await page.getByRole('dialog', { name: 'Go to' }).getByRole('searchbox').fill('reassign')
      await expect(page.getByRole('option', { name: 'Reassign Patient' })).toBeVisible()
      await hand.keys('Enter')
      await expect(page.getByRole('dialog', { name: 'Reassign Patient' })).toBeVisible()
    },
  },
  {
    what: 'go to the schedule',
    most: 2,
    unit: 'keys',
    begin: ({ page }) => page.goto('/patients'),
    work: async ({ page, hand }) => {
      await hand.keys('g', 's')
      await expect(page.getByRole('heading', { level: 1, name: /Schedul/ })).toBeVisible()
    },
  },
]
