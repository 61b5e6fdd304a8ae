/** Screens whose list can be kept as a view. */
export const savedViewScreens = ['patients'] as const
export type SavedViewScreen = (typeof savedViewScreens)[number]

/** Characters of a view's name, and how many one person may keep. */
export const SAVED_VIEW = { name: 60, query: 500, perPerson: 50 } as const

const kept = ['status', 'search', 'sort', 'direction']

/** What of an address makes the view: filters and order, in one order, never a page or an opened patient. */
export function viewQuery(query: string): string {
  const given = new URLSearchParams(query)
  const view = new URLSearchParams()
  for (const name of kept) {
    const value = given.get(name)
    if (value) view.set(name, value)
  }
  return view.toString()
}

/** A search may name a patient, so a view that holds one is nobody else's. */
export const holdsSearch = (query: string): boolean => new URLSearchParams(query).has('search')
