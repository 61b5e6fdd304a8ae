import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { PASSWORD, type TestClinic } from '#tests/support/clinic.ts'

/** A phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

export const toast = (page: Page, title: string | RegExp): Locator =>
  page.getByRole('alertdialog', { name: title })

export const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) })

/** Chooses an item from the menu of a patient's row. */
export async function choose(page: Page, patient: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${patient}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens a page and waits until its islands have hydrated; earlier clicks would be lost. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
}

/**
 * The same, and waits until the page hears of changes. If a session ends before that, the page opens the sign-in page and not
 * its own message.
 */
export async function visitAndListen(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(/graphql\?query=subscription/)
  await visit(page, path)
  await stream
}

/** Opens a screen, ends every session, and returns to the window, which reveals the end at the latest. */
export async function visitUntilSessionEnds(page: Page, path: string, clinic: TestClinic): Promise<void> {
  await visitAndListen(page, path)
  await clinic.db.session.deleteMany()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

/** Follows a link to another screen, identified by its heading. */
export async function follow(page: Page, link: Locator, heading: string): Promise<void> {
  await link.click()
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await untilAlive(page)
}

/**
 * Astro removes `ssr` from an island when React starts to hydrate it. React's root says when that is done,
 * and effects run within the next frames.
 */
async function untilAlive(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isAlive), { intervals: often }).toBe(true)
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((done) => requestAnimationFrame(done))
  })
}

/** Runs in the page. The heading may be there before the islands. */
const isAlive = () =>
  document.readyState === 'complete' &&
  [...document.querySelectorAll('astro-island')].every((island) => {
    const key = Object.keys(island).find((name) => name.startsWith('__reactContainer'))
    if (!key || island.hasAttribute('ssr')) return false
    const { stateNode } = (island as unknown as Record<string, ReactRoot>)[key] as ReactRoot
    return stateNode.current.memoizedState.isDehydrated === false
  })

/**
 * The polling interval in milliseconds. Playwright's own grows to a second, and nearly every test begins with
 * a wait.
 */
const often = [25]

/** What React 19 stores at a root's element. */
type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } }

/** Milliseconds without requests until a page counts as loaded. */
const quiet = 200

/**
 * Tracks a page's requests from now on. Playwright's `networkidle` is reached only once per page, so it does
 * not cover later clicks.
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

/** Clicks a download and returns the file's content and name. */
export async function download(page: Page, link: Locator): Promise<{ content: Buffer; name: string }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { content: readFileSync(await saved.path()), name: saved.suggestedFilename() }
}

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Whether the header, the end and the cross-reference position are those of a PDF (ISO 32000-1, 7.5). */
export function isWholePdf(content: Buffer): boolean {
  const text = content.toString('latin1')
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]
  return text.startsWith('%PDF-1.') && start !== undefined && text.startsWith('xref', Number(start))
}

/** A day from now, as YYYY-MM-DD. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Waits until animations have ended and the page is repainted. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((done) => requestAnimationFrame(done))
    const look = async () => {
      await nextFrame()
      while (document.querySelector('[data-entering]')) await nextFrame()
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    }
    // Content that loads late may start to move after earlier content has stopped.
    for (let looks = 0; looks < 4; looks += 1) await look()
  })

/** Selects an option of a native select; a regular expression can match part of its text. */
export async function pick(
  within: Page | Locator,
  field: string | RegExp,
  option: string | RegExp,
): Promise<void> {
  const select = within.getByRole('combobox', { name: field })
  await select.selectOption(await select.getByRole('option', { name: option }).getAttribute('value'))
}

/** Fills in the form of the sign-in page and sends it. */
export async function sendSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  // The browser sets the focus itself, and logs a message if the page had already moved it.
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}
