import { narrowingNames } from '../patients/filters.ts'

/** The screens with saved views. */
export const savedViewScreens = ['patients'] as const
export type SavedViewScreen = (typeof savedViewScreens)[number]

/** The limits of a view's name and query, and the number of views per user. */
export const SAVED_VIEW = { name: 60, query: 500, perPerson: 50 } as const

const kept = ['status', 'search', ...narrowingNames, 'sort', 'direction']

/**
 * The part of a URL's query that a view keeps: filters and order in a fixed sequence, no page or open
 * patient.
 */
export function viewQuery(query: string): string {
  const params = new URLSearchParams(query)
  const view = new URLSearchParams()
  for (const name of kept) {
    const value = params.get(name)
    if (value) view.set(name, value)
  }
  return view.toString()
}

/** A search may name a patient, so a view with a search cannot be shared. */
export const holdsSearch = (query: string): boolean => new URLSearchParams(query).has('search')
