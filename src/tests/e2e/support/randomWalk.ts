import type { Page } from '@playwright/test'
import fc from 'fast-check'

/** What a user may type: ordinary, and far from what the field asks for. */
const texts = [
  ...['Mary', 'O’Brien-Nuñez', '04/05/1980', '2026-12-24', '10:30 AM', 'mary@clinic.test', '(212) 555-0134'],
  ...['', '  ', '0', '-1', '1e9', '%', '\\', '<b>bold</b>', 'שלום', '👩‍⚕️', 'ü'.repeat(60), 'x'.repeat(300)],
]
const keys = [
  ...['Escape', 'Enter', 'Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'Space', 'Home', 'End', 'Delete'],
  ...['g', 'n', '/', '?', 'Control+k', 'PageDown'],
]

const step = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constant('press' as const) },
    { weight: 6, arbitrary: fc.constant('key' as const) },
    { weight: 2, arbitrary: fc.constant('scroll' as const) },
    { weight: 2, arbitrary: fc.constant('back' as const) },
    { weight: 1, arbitrary: fc.constant('reload' as const) },
  ),
  /** Which of the controls on the screen, from 0 (the first) to 1 (the last). */
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  isByKey: fc.boolean(),
  text: fc.constantFrom(...texts),
  // Escape often, because otherwise the walk stays in its dialogs.
  key: fc.oneof(fc.constant('Escape'), fc.constantFrom(...keys)),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A control that a user can reach now. `x` and `y` are in the window, in pixels. */
type Control = { x: number; y: number; name: string; isText: boolean; isButton: boolean }

/** How long a lost focus may take to land somewhere, in milliseconds. */
const LANDING_MS = 10_000

/** What a page shows only by mistake. */
const leaks = /\bundefined\b|\bNaN\b|\[object|Invalid Date/

/**
 * Presses and types at random, and returns the problems that it found, each with the steps before it. The same `seed` makes the same
 * choices.
 */
export async function walkAtRandom(page: Page, seed: number, steps: number): Promise<string[]> {
  const found = new Map<string, string>()
  const taken: string[] = []
  for (const one of fc.sample(step, { seed, numRuns: steps })) {
    const place = new URL(page.url()).pathname
    const { said, isButtonByKey } = await take(page, one)
    taken.push(said)
    for (const other of page.context().pages()) if (other !== page) await other.close()
    if (page.url() === 'about:blank') await page.goto('/')
    // A new page has no focus yet.
    const needsFocus = isButtonByKey === true && new URL(page.url()).pathname === place
    for (const problem of await problemsOn(page, needsFocus))
      if (!found.has(problem))
        found.set(problem, `${problem} (seed ${seed}, after ${taken.slice(-6).join(', ')})`)
  }
  return [...found.values()]
}

/** Takes a step. Returns which it was, and whether it pressed a button by keyboard. */
async function take(
  page: Page,
  { kind, place, isByKey, text, key }: Step,
): Promise<{ said: string; isButtonByKey?: boolean }> {
  if (kind === 'key') {
    await page.keyboard.press(key)
    return { said: key }
  }
  if (kind === 'scroll') await page.mouse.wheel(0, 400)
  // Another navigation may abort these.
  if (kind === 'back') await page.goBack().catch(() => undefined)
  if (kind === 'reload') await page.reload().catch(() => undefined)
  if (kind !== 'press') return { said: kind }
  const controls = await controlsOn(page)
  const control = controls[Math.floor(place * controls.length)]
  if (!control) return { said: 'nothing to press' }
  if (isByKey && control.isButton) {
    await pressByKey(page, control)
    return { said: `Enter on ${control.name}`, isButtonByKey: true }
  }
  await page.mouse.click(control.x, control.y)
  if (!control.isText) return { said: control.name }
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
  return { said: `${control.name}: ${text}` }
}

async function pressByKey(page: Page, { x, y }: Control): Promise<void> {
  const at = [x, y] as const
  const focus = () =>
    page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.focus(), at)
  await ask(page, focus)
  await page.keyboard.press('Enter')
}

/** The controls in the window that nothing covers, except those that end the session. */
const controlsOn = (page: Page): Promise<Control[]> => ask(page, () => page.evaluate(controls))

/** Runs in the browser. */
function controls(): Control[] {
  const selector =
    'a[href], button, input, textarea, select, label, [role=tab], [role=option], [role=menuitem]'
  const isOpen = (element: HTMLElement) => {
    if (element.matches(':disabled, [aria-disabled=true], [type=file]')) return false
    if (element instanceof HTMLAnchorElement && element.origin !== location.origin) return false
    return !/sign out/i.test(element.textContent)
  }
  return [...document.querySelectorAll<HTMLElement>(selector)].filter(isOpen).flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (!element.contains(document.elementFromPoint(x, y))) return []
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)
    const isText = element.matches('textarea, input:not([type=checkbox], [type=radio])')
    return [{ x, y, name: name || element.tagName, isText, isButton: element.matches('button') }]
  })
}

/** The problems of the screen that no press may cause. */
async function problemsOn(page: Page, needsFocus: boolean): Promise<string[]> {
  const hasFocus = await page
    .waitForFunction(
      (needsFocus) =>
        document.activeElement !== document.body || !(needsFocus || document.querySelector('[data-sheet]')),
      needsFocus,
      { timeout: LANDING_MS },
    )
    .catch(() => null)
  const isWide = await ask(page, () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
  const problems = {
    'no focus': !hasFocus,
    'a screen that scrolls sideways': isWide,
    'a value that is no text': (await page.getByText(leaks).count()) > 0,
    'no title': (await page.title()) === '',
  }
  const place = new URL(page.url()).pathname
  return Object.entries(problems).flatMap(([problem, isFound]) => (isFound ? [`${problem} at ${place}`] : []))
}

/** Reads something from the page. Repeats it if the browser has opened another page in the meantime. */
async function ask<Answer>(page: Page, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error
    await page.waitForLoadState()
    return ask(page, question)
  }
}
