const KEPT = 'caseload-recent-patients'
/** The maximum number of remembered patients. */
const MAX = 6

type Kept = { viewer: string; ids: string[] }

/**
 * The IDs of the patients whose charts this user opened in this browser tab, the latest first. Only IDs are kept, until
 * the tab is closed, so that nothing about a patient stays on the device.
 */
export function recentPatients(viewer: string): string[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null
    return kept?.viewer === viewer ? kept.ids : []
  } catch {
    return []
  }
}

/** Remembers that this user opened the chart of a patient. */
export function rememberPatient(viewer: string, id: string): void {
  const ids = [id, ...recentPatients(viewer).filter((one) => one !== id)].slice(0, MAX)
  sessionStorage.setItem(KEPT, JSON.stringify({ viewer, ids } satisfies Kept))
}
