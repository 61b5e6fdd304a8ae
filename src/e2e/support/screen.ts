import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** A phone in the hand. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

export const toast = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('alertdialog', { name: title })

export const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })

/** Chooses from the menu at the end of a patient's row. */
export async function choose(page: Page, patient: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${patient}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens a page and waits until its islands answer; what is pressed before that is lost. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
}

/** Follows a link of the page to another screen, named by its heading. */
export async function follow(page: Page, link: Locator, heading: string): Promise<void> {
  await link.click()
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await untilAlive(page)
}

/**
 * Astro takes `ssr` off an island when React has been told to hydrate it, which React does in its own time: its root says
 * when that is done, and listeners set up in effects are there after the next frames.
 */
async function untilAlive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isAlive), { intervals: often }).toBe(true)
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((done) => requestAnimationFrame(done))
  })
}

/** Runs in the page, whose heading may be there before its islands have arrived. */
const isAlive = () =>
  document.readyState === 'complete' &&
  [...document.querySelectorAll('astro-island')].every((island) => {
    const key = Object.keys(island).find((name) => name.startsWith('__reactContainer'))
    if (!key || island.hasAttribute('ssr')) return false
    const { stateNode } = (island as unknown as Record<string, ReactRoot>)[key] as ReactRoot
    return stateNode.current.memoizedState.isDehydrated === false
  })

/** Between two looks, in milliseconds. Playwright's own pauses grow to a second, and nearly every story begins with a wait. */
const often = [25]

/** What React 19 keeps at the element of a root. */
type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } }

/** How long nothing must be asked of the server until a page counts as loaded, in milliseconds. */
const quiet = 200

/**
 * Listens to what a page asks the server for from now on. Playwright's own `networkidle` is reached once for each page and
 * never left again, so it says nothing about what a press loads.
 */
export function hearTraffic(page: Page): { rest: () => Promise<void> } {
  const underWay = new Set<Request>()
  let last = Date.now()
  const begin = (request: Request) => {
    if (request.resourceType() === 'eventsource') return
    underWay.add(request)
    last = Date.now()
  }
  const end = (request: Request) => {
    if (underWay.delete(request)) last = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  return {
    async rest() {
      await expect
        .poll(() => underWay.size === 0 && Date.now() - last >= quiet, { intervals: often })
        .toBe(true)
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
    },
  }
}

/** Presses something that saves a file, and gives its content and name. */
export async function download(page: Page, link: Locator): Promise<{ content: Buffer; name: string }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { content: readFileSync(await saved.path()), name: saved.suggestedFilename() }
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Whether its head, its end and the place its end points to are those of a PDF (ISO 32000-1, 7.5). */
export function isWholePdf(content: Buffer): boolean {
  const text = content.toString('latin1')
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]
  return text.startsWith('%PDF-1.') && start !== undefined && text.startsWith('xref', Number(start))
}

/** A day from now on, as YYYY-MM-DD. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Waits until what moves has come to rest and the page has been drawn anew. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
    const look = async () => {
      await nextFrame()
      while (document.querySelector('[data-entering]')) await nextFrame()
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    }
    // What is loaded late begins to move late, when what was there before has come to rest.
    for (let looks = 0; looks < 4; looks += 1) await look()
  })

/** Chooses from one of the browser's own selects; the name may be a part of what it says. */
export async function pick(
  within: Page | Locator,
  field: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  const select = within.getByRole('combobox', { name: field })
  await select.selectOption(await select.getByRole('option', { name: option }).getAttribute('value'))
}
