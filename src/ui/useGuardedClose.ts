import { useCallback, useEffect, useRef, useState } from 'react'
import type { Check } from './unsaved.ts'
import type { Hold } from './useUnsaved.ts'

/** Closes a dialog at once if it has no unsaved input, and otherwise after a question. */
export function useGuardedClose(onClose: () => void) {
  const checks = useRef(new Set<Check>())
  const [isAsking, setAsking] = useState(false)

  const hold: Hold = useCallback((check) => {
    checks.current.add(check)
    return () => void checks.current.delete(check)
  }, [])
  const isChanged = useCallback(() => [...checks.current].some((check) => check()), [])
  useBackGuard(isChanged, setAsking)

  function close(): void {
    if (isChanged()) setAsking(true)
    else onClose()
  }

  function discard(): void {
    setAsking(false)
    onClose()
  }

  const question = isAsking ? { onKeep: () => setAsking(false), onDiscard: discard } : null
  return { hold, close, question }
}

function useBackGuard(isChanged: Check, setAsking: (isAsking: true) => void): void {
  const address = useRef('')
  // The page below a dialog is inert, so the URL changes only together with the dialog's content.
  useEffect(() => {
    address.current = location.href
  })
  useEffect(
    () => guardBack({ isChanged, address: () => address.current, ask: () => setAsking(true) }),
    [isChanged, setAsking],
  )
}

type BackGuard = { isChanged: Check; address: () => string; ask: () => void }

const backGuards: BackGuard[] = []

/** Lets Back ask too while it stays on this page. The innermost dialog asks first. */
function guardBack(guard: BackGuard): () => void {
  if (backGuards.length === 0) window.addEventListener('popstate', onBack, { capture: true })
  backGuards.push(guard)
  return () => {
    backGuards.splice(backGuards.indexOf(guard), 1)
    if (backGuards.length === 0) window.removeEventListener('popstate', onBack, { capture: true })
  }
}

// The URL has already changed when Back is reported, so it is restored. Other listeners are not notified.
function onBack(event: PopStateEvent): void {
  const guard = backGuards.findLast(({ isChanged }) => isChanged())
  if (!guard) return
  event.stopImmediatePropagation()
  history.pushState(null, '', guard.address())
  guard.ask()
}
