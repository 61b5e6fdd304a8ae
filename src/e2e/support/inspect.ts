import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { painted } from './screen.ts'
import { show, type View } from './views.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** In dark nothing but the colours is another. */
const colours = ['color-contrast', 'link-in-text-block']

type Finding = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number]

/** The element, and what axe measured there. */
const told = ({ target, any }: Finding): string =>
  `${target} (${any.map(({ message }) => message).join(', ')})`

/** Axe is half a megabyte to read: once in a document is enough. What stands in its place does nothing. */
const alreadyThere = async (page: Page) =>
  (await page.evaluate(() => 'axe' in window)) ? { axeSource: ';' } : {}

/** Collects what axe finds on a page as it stands, or on that part of it, in light and in dark. */
export function inspector(page: Page, part = 'html') {
  const found: string[] = []
  const inspect = async (where: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // A colour on its way from light to dark is neither; without motion it is there at once.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await painted(page)
      // A document is shown by a page of no origin, which axe cannot speak with; its own story looks into it.
      const axe = new AxeBuilder({ page, ...(await alreadyThere(page)) })
        .include(part)
        .setLegacyMode()
        .options({ iframes: false })
      const { violations } = await (colorScheme === 'light'
        ? axe.withTags(rules)
        : axe.withRules(colours)
      ).analyze()
      for (const { id, nodes } of violations)
        found.push(`${where}, ${colorScheme}: ${id} at ${nodes.map(told).join(' and ')}`)
    }
  }
  /** A view as it opens, and as it refuses what is empty. */
  const inspectView = async (view: View): Promise<void> => {
    await show(page, view)
    await inspect(view.name)
    if (!view.submit) return
    // A list that opens with its field lies over the form.
    if ((await page.locator('[role=combobox][aria-expanded=true]').count()) > 0)
      await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: view.submit, exact: true }).last().click()
    await inspect(`${view.name}, refused`)
  }
  return { found, inspect, inspectView }
}
