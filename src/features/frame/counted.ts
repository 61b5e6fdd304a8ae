import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'

export const countsQuery = graphql(`
  query Counts { counts { patients unsignedConsents openTasks unreadAlerts formsToReview } }
`)

const words = {
  patients: 'patient',
  openTasks: 'open task',
  unsignedConsents: 'unsigned consent',
} as const

/** The counts next to the names of the screens. */
export type Counted = keyof typeof words

/** The count that each screen shows. */
export const countOf: Record<string, Counted> = {
  [paths.patients]: 'patients',
  [paths.tasks]: 'openTasks',
  [paths.consentForms]: 'unsignedConsents',
}

/** Formats a count: '1 open task', '1,204 open tasks'. */
export const countWords = (of: Counted, count: number): string => amountOf(count, words[of])

export const showCount = (count: number): string => count.toLocaleString('en-US')

/** Writes the counts into the sidebar. It is server-rendered HTML on every page, not an island. */
export function showInSidebar(counts: Record<Counted, number>): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-figure]')) {
    const count = counts[place.dataset.figure as Counted]
    place.textContent = showCount(count)
    place.hidden = count === 0
  }
  for (const place of document.querySelectorAll<HTMLElement>('[data-figure-words]')) {
    const of = place.dataset.figureWords as Counted
    place.textContent = countWords(of, counts[of])
  }
}
