import { createContext, use, useEffect, useRef } from 'react'

/** Whether closing would discard input. */
export type Check = () => boolean

/** Registers a check and returns the function that removes it. */
export type Hold = (check: Check) => () => void

/** Registers the checks of a dialog's contents; `null` outside of a dialog. */
export const HoldContext = createContext<Hold | null>(null)

const checks = new Set<Check>()
const backGuards: BackGuard[] = []

type BackGuard = { isChanged: Check; address: () => string; ask: () => void }

/** Whether leaving the page would discard input. */
export const hasUnsaved = (): boolean => [...checks].some((isChanged) => isChanged())

/** Whether a dialog is open, which blocks the page's shortcuts. */
export const isDialogOpen = (): boolean => backGuards.length > 0

/** Lets the page unload without a question, after the session has ended. */
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
    // The listener disables the browser's back-forward cache, so it is registered only while needed.
    if (checks.size === 0) window.removeEventListener('beforeunload', askBrowser)
  }
}

/** Reports whether a part of the page has unsaved input; the dialog and the browser then ask. */
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

// The URL has already changed when Back is reported, so it is restored. Other listeners are not notified.
function onBack(event: PopStateEvent): void {
  const guard = backGuards.findLast(({ isChanged }) => isChanged())
  if (!guard) return
  event.stopImmediatePropagation()
  history.pushState(null, '', guard.address())
  guard.ask()
}

/** Lets Back ask too while it stays on this page. The innermost dialog asks first. */
export function guardBack(guard: BackGuard): () => void {
  if (backGuards.length === 0) window.addEventListener('popstate', onBack, { capture: true })
  backGuards.push(guard)
  return () => {
    backGuards.splice(backGuards.indexOf(guard), 1)
    if (backGuards.length === 0) window.removeEventListener('popstate', onBack, { capture: true })
  }
}
