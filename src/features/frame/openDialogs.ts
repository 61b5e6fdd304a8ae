import { paths } from '#domain/access/screens.ts'

const countOpen = () => document.querySelectorAll('[data-sheet]').length

/** Whether a dialog is open, which blocks the page's shortcuts. */
export const isDialogOpen = (): boolean => countOpen() > 0

/** The ID of the patient whose chart is open, with no other dialog above it; otherwise `null`. */
export function openChartId(): string | null {
  if (location.pathname !== paths.patients || countOpen() !== 1) return null
  return new URLSearchParams(location.search).get('patient')
}
