import { type RefObject, useEffect } from 'react'

const patience = 50

/**
 * Sees to it that the focus arrives in something that just opened. react-aria leaves it on the page when the opener,
 * pressed by a screen reader or by Enter on a native button, turns inert before its own delayed move.
 */
export function useFocusArrival(
  element: RefObject<HTMLElement | null>,
  isOpen: boolean,
  first?: string,
): void {
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => {
      const target = element.current
      if (!target || target.contains(document.activeElement)) return
      const item = first ? target.querySelector<HTMLElement>(first) : null
      ;(item ?? target).focus()
    }, patience)
    return () => clearTimeout(timer)
  }, [element, isOpen, first])
}
