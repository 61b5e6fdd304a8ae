import type { Frame } from '#client/frame.ts'
import { showDay, showExactly } from '#domain/dates.ts'

const textOf = (element: Element | null | undefined): string => element?.textContent?.trim() ?? ''

/** The filters that the screen shows, in words: 'Status: Pending, Mine, From Jan 5, 2026'. */
function filtersInWords(): string {
  const selects = [...document.querySelectorAll<HTMLSelectElement>('main select[aria-label]')].flatMap(
    (one) => (one.value === '' ? [] : [`${one.ariaLabel}: ${textOf(one.selectedOptions[0])}`]),
  )
  const chips = [...document.querySelectorAll('main a[aria-current]')].map((one) =>
    (one.firstChild?.textContent ?? '').trim(),
  )
  const days = [...document.querySelectorAll<HTMLInputElement>('main input[type="date"]')].flatMap((one) =>
    one.value === '' ? [] : [`${textOf(one.labels?.[0])} ${showDay(one.value)}`],
  )
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')?.value
  return [...(search ? [`Search: ${search}`] : []), ...chips, ...selects, ...days].join(', ')
}

/**
 * Fills in the head of printed pages just before printing: who prints it, when, and the filters. An open dialog is
 * printed instead of the screen, so the head moves into it. Returns the function that stops it.
 */
export function watchPrint({ viewer, timeZone }: Pick<Frame, 'viewer' | 'timeZone'>): () => void {
  const head = document.querySelector<HTMLElement>('[data-print-head]')
  const home = head?.parentElement
  if (!head || !home) return () => {}
  const before = () => {
    const dialog = document.querySelector('[role="dialog"]:not([popover])')
    const by = `${viewer.firstName} ${viewer.lastName}`.trim()
    const filters = dialog ? '' : filtersInWords()
    const [printed, filtered] = head.querySelectorAll('p')
    if (printed) printed.textContent = `Printed ${showExactly(new Date(), timeZone)} by ${by}`
    if (filtered) filtered.textContent = filters && `Filters: ${filters}`
    dialog?.prepend(head)
  }
  const after = () => home.prepend(head)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
