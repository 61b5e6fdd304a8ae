import { createContext, use, useEffect, useRef } from 'react'

/** Whether something was typed or chosen that closing would lose. */
export type Check = () => boolean

/** Takes a check in, and gives back how to take it out again. */
export type Hold = (check: Check) => () => void

/** Where the checks of a dialog's contents go; `null` outside of one. */
export const HoldContext = createContext<Hold | null>(null)

const checks = new Set<Check>()
const backGuards: BackGuard[] = []

type BackGuard = { isChanged: Check; address: () => string; ask: () => void }

/** Whether anything on this page would be lost by leaving it. */
export const hasUnsaved = (): boolean => [...checks].some((isChanged) => isChanged())

/** Whether a dialog lies over the page, which shortcuts of the page do not reach through. */
export const isDialogOpen = (): boolean => backGuards.length > 0

/** Lets the page go without a question; for when nobody is signed in any more who could answer it. */
export function releasePage(): void {
  checks.clear()
  window.removeEventListener('beforeunload', askBrowser)
}

function askBrowser(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault()
}

function holdPage(check: Check): () => void {
  if (checks.size === 0) window.addEventListener('beforeunload', askBrowser)
  checks.add(check)
  return () => {
    checks.delete(check)
    // The listener keeps a page out of the browser's back-forward cache, so it is there only while needed.
    if (checks.size === 0) window.removeEventListener('beforeunload', askBrowser)
  }
}

/** Says of a part of the page whether it holds something unsaved: the dialog around it and the browser ask then. */
export function useUnsaved(isChanged: Check): void {
  const hold = use(HoldContext)
  const latest = useRef(isChanged)
  latest.current = isChanged
  useEffect(() => {
    const check = () => latest.current()
    const letPageGo = holdPage(check)
    const letDialogGo = hold?.(check)
    return () => {
      letPageGo()
      letDialogGo?.()
    }
  }, [hold])
}

// Back has left the address by the time it is heard of, so it is put in again, and whoever follows addresses hears nothing.
function onBack(event: PopStateEvent): void {
  const guard = backGuards.findLast(({ isChanged }) => isChanged())
  if (!guard) return
  event.stopImmediatePropagation()
  history.pushState(null, '', guard.address())
  guard.ask()
}

/** Lets Back ask too, as long as it stays on this page. The innermost dialog asks first. */
export function guardBack(guard: BackGuard): () => void {
  if (backGuards.length === 0) window.addEventListener('popstate', onBack, { capture: true })
  backGuards.push(guard)
  return () => {
    backGuards.splice(backGuards.indexOf(guard), 1)
    if (backGuards.length === 0) window.removeEventListener('popstate', onBack, { capture: true })
  }
}
