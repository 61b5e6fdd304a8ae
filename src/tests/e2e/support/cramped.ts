import type { BrowserContextOptions, Page } from '@playwright/test'
import { painted, phone } from './screen.ts'

type Room = { name: string; options: BrowserContextOptions; isTextDoubled: boolean }

/** The least room that every view must work in: 320 px (WCAG 1.4.10), and text at 200 % (WCAG 1.4.4). */
export const rooms: readonly Room[] = [
  {
    name: '320 px',
    options: { viewport: { width: 320, height: 640 }, hasTouch: true },
    isTextDoubled: false,
  },
  { name: '390 px and 200 % text', options: phone, isTextDoubled: true },
  {
    name: '1440 px and 200 % text',
    options: { viewport: { width: 1440, height: 900 } },
    isTextDoubled: true,
  },
]

/** Doubles the browser's font sizes for a page, as a reader does in the settings. */
export async function doubleText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

/** Finds text and controls that are cut off, leave their control, box or window, or are broken within a word. */
export async function cramped(page: Page): Promise<string[]> {
  await painted(page)
  return page.evaluate(() => {
    const found = new Set<string>()
    const controls = 'a[href], button, select, input, textarea, summary, label, [role=tab], [role=menuitem]'
    const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 50)
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]')

    const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (wider > 0) found.add(`the page is ${wider} px too wide`)

    /** The nearest ancestor that cuts off what is wider than itself. `null` if a reader can scroll there. */
    function clipping(element: Element): DOMRect | null {
      for (let one = element.parentElement; one; one = one.parentElement) {
        const { overflowX, position } = getComputedStyle(one)
        if (overflowX === 'auto' || overflowX === 'scroll') return null
        if (overflowX !== 'visible') return one.getBoundingClientRect()
        if (position === 'fixed') break
      }
      return new DOMRect(0, 0, document.documentElement.clientWidth, 1e9)
    }

    const hasEllipsis = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).textOverflow === 'ellipsis' ||
        (!element.matches(controls) && hasEllipsis(element.parentElement)))

    /** Whether text ends to the right of an ancestor's box, where it would run into what is next to it. */
    function isBeyond(right: number, element: Element): boolean {
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        const { display, position } = getComputedStyle(one)
        const hasBox = display !== 'inline' && display !== 'contents'
        if (hasBox && right > one.getBoundingClientRect().right + 2) return true
        if (position === 'absolute' || position === 'fixed') break
      }
      return false
    }

    const top = [...document.querySelectorAll('[aria-modal=true], [role=dialog], [role=menu], dialog[open]')]
      .filter(isShown)
      .at(-1)
    // A menu scrolls inside its own frame.
    const below = top?.matches('[role=menu]') ? 0 : (top?.getBoundingClientRect().bottom ?? 0) - innerHeight
    if (below > 1) found.add(`a dialog ends ${Math.round(below)} px below the window`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.nodeValue ?? ''
      if (!parent || !text.trim() || !isShown(parent) || (top && !top.contains(parent))) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const own = parent.getBoundingClientRect()
      if (box.width < 1 || own.width < 2 || own.height < 2) continue
      const clip = clipping(parent)
      if (clip && !hasEllipsis(parent) && (box.right > clip.right + 1 || box.left < clip.left - 1))
        found.add(`cut off: ${short(text)}`)
      const control = parent.closest(controls)
      const edge = control?.getBoundingClientRect()
      const isInline = control && getComputedStyle(control).display === 'inline'
      if (edge && !isInline && !hasEllipsis(parent))
        if (box.right > edge.right + 1 || box.left < edge.left - 1 || box.bottom > edge.bottom + 4)
          found.add(`outgrows its control: ${short(text)}`)
      if (clip && !parent.closest('svg') && !hasEllipsis(parent) && isBeyond(box.right, parent))
        found.add(`runs into what is next to it: ${short(text)}`)
      for (const { 0: token, index } of text.matchAll(/\S+/g)) {
        if (!/^[("“]?[A-Za-z'’]{2,24}[.,:;!?)”"…]*$/.test(token)) continue
        range.setStart(node, index)
        range.setEnd(node, index + token.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map((one) => one.top)
        if (Math.max(...tops) - Math.min(...tops) > 4) found.add(`a broken word: ${token}`)
      }
    }

    for (const element of (top ?? document.body).querySelectorAll(controls)) {
      const box = element.getBoundingClientRect()
      if (!isShown(element) || box.width < 5 || box.height < 5) continue
      const clip = clipping(element)
      // Only for screen readers: another element draws it.
      if (clip && clip.width < 3) continue
      if (clip && (box.right > clip.right + 1 || box.left < clip.left - 1))
        found.add(
          `cut off: ${element.getAttribute('aria-label') ?? short(element.textContent ?? element.outerHTML)}`,
        )
      if (element instanceof HTMLSelectElement || element instanceof HTMLInputElement) {
        const { lineHeight, fontSize } = getComputedStyle(element)
        const line = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize)
        if (!['checkbox', 'radio', 'hidden', 'file'].includes(element.type) && box.height < line)
          found.add(`a field lower than its text: ${element.getAttribute('aria-label') ?? element.name}`)
      }
    }
    return [...found]
  })
}
