import { type RefObject, useEffect } from 'react'

const patience = 50

/**
 * Moves the focus into an element that was just opened. react-aria moves it after a delay. After Enter or the press
 * of a screen reader, the opener may be inert by then, and react-aria leaves the focus on the page.
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
