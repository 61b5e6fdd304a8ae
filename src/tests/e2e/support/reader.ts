import type { BrowserContext } from '@playwright/test'
import { parts } from '#tests/support/quotedTexts.ts'

/** Longer than any text that is looked for. */
const LONGEST = 400

/** Records all texts that a browser shows, even briefly. */
export type Reader = {
  over: (context: BrowserContext) => Promise<void>
  /** The texts that were not shown: complete texts, parts of one, or patterns. */
  missed: (texts: readonly string[], figures?: readonly (readonly [string, RegExp])[]) => string[]
}

/** Records texts, names, placeholders, titles and field values on every page of its browser contexts. */
export function makeReader(): Reader {
  const read = new Set<string>()
  const isRead = (text: string) =>
    parts.has(text) ? [...read].some((one) => one.includes(text.trim())) : read.has(text.trim())
  return {
    async over(context) {
      await context.exposeBinding('tellRead', (_, texts: string[]) => {
        for (const text of texts) read.add(text)
      })
      await context.addInitScript(readAloud, LONGEST)
    },
    missed: (texts, figures = []) => [
      ...texts.filter((text) => !isRead(text)),
      ...figures.filter(([, look]) => ![...read].some((one) => look.test(one))).map(([text]) => text),
    ],
  }
}

/** Runs in the page: checks it after each change and reports new texts. */
function readAloud(longest: number): void {
  const told = new Set<string>()
  const tell = (window as unknown as { tellRead: (texts: string[]) => void }).tellRead

  function* textsOf(element: Element): Generator<string | null> {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) yield element.getAttribute(name)
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) yield element.value
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    if (own.length > 0) yield element.textContent
    for (const { nodeValue } of own) yield nodeValue
  }

  /** The browser draws the options of a closed select, not the page. */
  const isShown = (element: Element) =>
    (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true })

  function look(): void {
    const fresh: string[] = []
    const take = (text: string | null) => {
      const words = text?.replace(/\s+/g, ' ').trim()
      if (!words || words.length > longest || told.has(words)) return
      told.add(words)
      fresh.push(words)
    }
    take(document.title)
    for (const element of document.querySelectorAll('body *:not(script, style, svg *)'))
      if (isShown(element)) for (const text of textsOf(element)) take(text)
    if (fresh.length > 0) tell(fresh)
  }

  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  document.addEventListener('toggle', look, true)
}
