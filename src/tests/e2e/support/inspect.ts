import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { painted } from './screen.ts'
import { showOnScreen, type View } from './views.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Only colors differ in dark mode. */
const colors = ['color-contrast', 'link-in-text-block']

type Finding = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number]

/** The element and what axe measured. */
const told = ({ target, any }: Finding): string =>
  `${target} (${any.map(({ message }) => message).join(', ')})`

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe once per document. AxeBuilder would evaluate 1.5 MB twice for every check. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
}

/** Collects what axe finds on a page or part of it. */
export function inspector(page: Page, part = 'html') {
  const found: string[] = []
  const analyze = async (where: string, colorScheme: 'light' | 'dark'): Promise<void> => {
    // axe cannot access the sandboxed document frame; another test checks it from inside.
    await loadAxe(page)
    const axe = new AxeBuilder({ page, axeSource: ';' })
      .include(part)
      .setLegacyMode()
      // Passes are not read, and describing them takes longer than finding them.
      .options({ iframes: false, resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(rules)
      : axe.withRules(colors)
    ).analyze()
    for (const { id, nodes } of violations)
      found.push(`${where}, ${colorScheme}: ${id} at ${nodes.map(told).join(' and ')}`)
  }
  /** Checks what the page shows, in light and dark mode. */
  const inspect = async (where: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without animation, the colors change at once and are not measured midway.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await painted(page)
      await analyze(where, colorScheme)
    }
  }
  const submitEmpty = async (button: string): Promise<void> => {
    // An open combobox covers the form.
    if ((await page.locator('[role=combobox][aria-expanded=true]').count()) > 0)
      await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).last().click()
  }
  /** Checks a view as it opens, and after submitting it empty. */
  const inspectView = async (view: View): Promise<void> => {
    await showOnScreen(page, view)
    await inspect(view.name)
    if (!view.submit) return
    await submitEmpty(view.submit)
    await inspect(`${view.name}, refused`)
  }
  return { found, inspect, inspectView }
}
