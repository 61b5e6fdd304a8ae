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

/**
 * Keeps the focus out of nowhere after a dialog has closed. react-aria returns it to the opener, but the action may have
 * removed that, and a shortcut has none. Then it goes to the dialog beneath, or else to the content of the screen.
 */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    // react-aria returns the focus in the next frame, so look in the one after it.
    return () => void requestAnimationFrame(() => requestAnimationFrame(landFocus))
  }, [isOpen])
}

function landFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  // Toasts have a dialog's role too.
  const beneath = [
    ...document.querySelectorAll<HTMLElement>('[data-sheet] :is([role="dialog"], [role="alertdialog"])'),
  ].at(-1)
  ;(beneath ?? document.querySelector('main'))?.focus({ preventScroll: true })
}
