import type { BrowserContextOptions, Page } from '@playwright/test'
import { painted } from './screen.ts'

/** A 1440 by 900 screen at 200 % zoom. */
export const doubled: BrowserContextOptions = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }

/** Finds content wider than the window and controls that a pointer cannot reach. */
export async function outOfReach(page: Page): Promise<string[]> {
  await painted(page)
  return page.evaluate(() => {
    const controls =
      'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=option]'
    const found: string[] = []
    const wider = document.documentElement.scrollWidth - innerWidth
    if (wider > 0) found.push(`the page is ${wider} px too wide`)

    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent?.trim())?.slice(0, 60) || element.outerHTML
    /** Drawn by another element, like a checkbox, or only for screen readers. */
    const isTiny = ({ width, height }: DOMRect) => width < 5 || height < 5
    const isOpen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true], [aria-disabled=true], :disabled')

    function isReached(element: Element): boolean {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      // Text that wraps has several boxes.
      const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit) return false
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      return [element, ...labels].some((one) => one.contains(hit))
    }

    const layers = document.querySelectorAll(
      '[aria-modal=true], dialog[open], [role=dialog], [role=menu], [role=listbox], [popover]:popover-open',
    )
    const top = [...layers].filter(isOpen).at(-1) ?? document.body
    for (const element of top.querySelectorAll(controls)) {
      if (!isOpen(element) || isTiny(element.getBoundingClientRect())) continue
      // The skip link is visible only while it has the focus.
      if (element.matches('a[href="#content"]')) continue
      if (!isReached(element)) found.push(`out of reach: ${nameOf(element)}`)
    }
    return found
  })
}

/** Finds controls without a visible focus. */
export function unseenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent?.trim())?.slice(0, 60) || element.outerHTML
    const outlined = (element: Element | null | undefined) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      if (element.closest('[inert], [aria-hidden=true], :disabled, [tabindex="-1"]')) continue
      element.focus({ focusVisible: true } as FocusOptions)
      if (document.activeElement !== element) continue
      // The focus ring may be on a parent, or on the box drawn next to a checkbox.
      const near = [element, element.parentElement, element.parentElement?.parentElement]
      const beside = [element.nextElementSibling, element.previousElementSibling]
      if (![...near, ...beside].some(outlined)) found.push(`focus unseen: ${nameOf(element)}`)
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
    return found
  })
}

const states =
  '[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true], :checked:not(option)'

/** Finds selected, current or pressed elements that look like the others. */
export async function unseenStates(page: Page): Promise<string[]> {
  const found: string[] = []
  // Ignores what is below a dialog.
  const dialog = page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true }).last()
  const top = (await dialog.count()) > 0 ? dialog : page.locator('body')
  for (const one of await top.locator(states).filter({ visible: true }).elementHandles()) {
    // The checkbox for all records has cleared the others.
    if (!(await one.evaluate((node, wanted) => (node as Element).matches(wanted), states))) continue
    await one.scrollIntoViewIfNeeded()
    const box = await one.boundingBox()
    if (!box || box.width < 5) continue
    const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 }
    const before = await page.screenshot({ clip })
    const name = await one.evaluate((node) => {
      const element = node as Element
      for (const state of ['aria-current', 'aria-selected', 'aria-pressed', 'data-selected'])
        element.removeAttribute(state)
      if (element instanceof HTMLInputElement && element.closest('[data-selected]')) element.click()
      else if (element instanceof HTMLInputElement) element.checked = false
      return element.getAttribute('aria-label') ?? element.textContent ?? ''
    })
    await painted(page)
    const after = await page.screenshot({ clip })
    if (before.equals(after)) found.push(`state unseen: ${name.slice(0, 60)}`)
  }
  return found
}
