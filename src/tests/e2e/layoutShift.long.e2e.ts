import type { Page, Route } from '@playwright/test'
import { everyStatus } from './support/everyStatus.ts'
import { visit } from './support/screen.ts'
import { expect, test } from './support/test.ts'
import { dialogViews, isFor, showOnScreen } from './support/views.ts'

/** The most that QUALITY P13 allows. */
const MOST = 0.02

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/**
 * Runs in every page from its first paint. Chromium marks what moves soon after a press as expected. That holds for the
 * screen, where a press may open a section, but not for a dialog, whose content would move under the pointer.
 */
function keepShifts(): void {
  const kept = window as unknown as { shifts: string[]; shifted: number }
  kept.shifts = []
  kept.shifted = 0
  const nameOf = (node: Node | null) =>
    node instanceof Element
      ? `${node.tagName} ${node.getAttribute('aria-label') ?? node.textContent?.trim()}`
      : ''
  const isInDialog = (node: Node | null) =>
    Boolean((node instanceof Element ? node : node?.parentElement)?.closest('[role=dialog], [role=menu]'))
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput && !sources.some(({ node }) => isInDialog(node))) continue
      kept.shifted += value
      kept.shifts.push(
        `${value.toFixed(3)} ${sources.map(({ node }) => nameOf(node).slice(0, 60)).join(' | ')}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const clear = () => Object.assign(window, { shifts: [], shifted: 0 })

const shifts = (page: Page): Promise<string[]> =>
  page.evaluate((most) => {
    const { shifted, shifts } = window as unknown as { shifted: number; shifts: string[] }
    return shifted > most ? [`shifts by ${shifted.toFixed(3)}: ${shifts.join('; ')}`] : []
  }, MOST)

/** Answers as over a slow line, so that a dialog is seen before its content has arrived. */
async function late(route: Route): Promise<void> {
  await new Promise((done) => setTimeout(done, 300))
  await route.continue()
}

/**
 * Views in which the user's last step changes what is on the screen: a bar about their own job, fields for a choice, a new note,
 * the patients that match the typed text, a list without the deleted view, another status than that of the view.
 */
const movedByTheUser = new Set([
  'task for a patient',
  'delete view',
  'update view',
  'skipped patients',
  'tools of a record',
  'categories of a form',
  'invite user',
  'invitation created',
  'invite again',
  'forward records on another basis',
  'create service account',
  'delete note',
])
const still = dialogViews.filter((view) => isFor(view, 'admin') && !movedByTheUser.has(view.name))

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const)
  test(`no dialog or menu moves while it loads at ${width} px`, async ({ visitor, clinic, signIn }) => {
    const { admin } = await everyStatus(clinic)
    const page = await visitor({
      viewport: { width, height },
      hasTouch: width < 700,
      reducedMotion: 'reduce',
    })
    await page.addInitScript(keepShifts)
    await signIn(admin, page.context())
    const found: string[] = []
    for (const view of still) {
      // Other tests check how a screen loads.
      await visit(page, view.path)
      await page.evaluate(clear)
      await page.route('**/graphql*', late)
      await showOnScreen(page, view)
      await page.unrouteAll({ behavior: 'wait' })
      for (const one of await shifts(page)) found.push(`${view.name}: ${one}`)
    }
    expect(found).toEqual([])
  })
