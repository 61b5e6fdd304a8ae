import { type RefObject, useEffect } from 'react'

const patience = 50

/**
 * Moves the focus into an element that was just opened. react-aria leaves it on the page if the opener,
 * pressed by a screen reader or by Enter, becomes inert before its own delayed move.
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
