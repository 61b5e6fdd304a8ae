import { paths } from '#domain/access/screens.ts'
import { amountOf } from '#domain/amount.ts'
import { graphql } from '#generated/gql.ts'

export const countsQuery = graphql(`
  query Counts { counts { patients unsignedConsents openTasks unreadAlerts } }
`)

const words = {
  patients: 'patient',
  openTasks: 'open task',
  unsignedConsents: 'unsigned consent',
} as const

/** What is counted beside the names of the screens. */
export type Counted = keyof typeof words

/** Which screen shows which of them. */
export const countOf: Record<string, Counted> = {
  [paths.patients]: 'patients',
  [paths.tasks]: 'openTasks',
  [paths.consentForms]: 'unsignedConsents',
}

/** '1 open task', '1,204 open tasks'. */
export const countWords = (of: Counted, count: number): string => amountOf(count, words[of])

export const showCount = (count: number): string => count.toLocaleString('en-US')

/** Puts the numbers into the sidebar, which is no island: the server has drawn it and every page has it. */
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
