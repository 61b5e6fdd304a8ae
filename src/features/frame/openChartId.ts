import { paths } from '#domain/access/screens.ts'

/** The ID of the patient whose chart is open, with no other dialog above it; otherwise `null`. */
export function openChartId(): string | null {
  if (location.pathname !== paths.patients) return null
  const isAlone = document.querySelectorAll('[data-sheet]').length === 1
  return isAlone ? new URLSearchParams(location.search).get('patient') : null
}
