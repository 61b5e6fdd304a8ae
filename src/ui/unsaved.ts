/** Whether closing would discard input. */
export type Check = () => boolean

const checks = new Set<Check>()
let isReleased = false

/** Whether the page is about to unload, because the session has ended. */
export const isPageReleased = (): boolean => isReleased

/** Lets the page unload without a question, after the session has ended. */
export function releasePage(): void {
  isReleased = true
  checks.clear()
  window.removeEventListener('beforeunload', askBrowser)
}

function askBrowser(event: BeforeUnloadEvent): void {
  if ([...checks].some((isChanged) => isChanged())) event.preventDefault()
}

/** Has the browser ask before it leaves the page with unsaved input. Returns the function that removes the check. */
export function holdPage(check: Check): () => void {
  if (checks.size === 0) window.addEventListener('beforeunload', askBrowser)
  checks.add(check)
  return () => {
    checks.delete(check)
    // The listener disables the browser's back-forward cache, so it is registered only while needed.
    if (checks.size === 0) window.removeEventListener('beforeunload', askBrowser)
  }
}
