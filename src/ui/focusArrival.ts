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
    const hasFocus = () => element.current?.contains(document.activeElement)
    if (!isOpen || hasFocus()) return
    const timer = setTimeout(() => {
      const item = first ? element.current?.querySelector<HTMLElement>(first) : null
      ;(item ?? element.current)?.focus()
    }, patience)
    // Once the focus has arrived, it may move on, for example to a question that opens over this element.
    const arrive = () => void (hasFocus() && clearTimeout(timer))
    document.addEventListener('focusin', arrive)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', arrive)
    }
  }, [element, isOpen, first])
}
