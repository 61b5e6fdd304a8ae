import { useCallback, useEffect, useRef, useState } from 'react'
import { type Check, guardBack, type Hold } from './unsaved.ts'

/** Closing a dialog that may hold what was typed: at once if it does not, and else after a question. */
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
  // The page under a dialog is out of reach, so the address changes only together with what the dialog shows.
  useEffect(() => {
    address.current = location.href
  })
  useEffect(
    () => guardBack({ isChanged, address: () => address.current, ask: () => setAsking(true) }),
    [isChanged, setAsking],
  )
}
