/** The element that has or had the focus, and those around it from the inside out. */
let around: Element[] = []
let isKept = false

/**
 * Keeps the focus from being lost. When the focused element is removed or disabled, the focus moves to an element around it, such as
 * its dialog, or else to the content of the screen. Otherwise Escape would not close a dialog after its user deleted a row in it.
 * `focused` had the focus when the user first pressed something. It may have been removed since.
 */
export function keepFocus(focused: Element | null): void {
  if (isKept) return
  isKept = true
  const note = () => {
    around = chainFrom(document.activeElement)
  }
  note()
  if (around.length === 0) around = chainFrom(focused)
  document.addEventListener('focusin', note)
  // A press beside all controls takes the focus away on purpose.
  document.addEventListener('pointerdown', () => {
    around = []
  })
  const look = () => {
    // react-aria returns the focus of a closed dialog in the next frame, so look in the one after it.
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(landFocus))
  }
  look()
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden'],
  })
}

const chainFrom = (element: Element | null): Element[] =>
  element && element !== document.body ? [element, ...chainFrom(element.parentElement)] : []

const isGone = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled, [hidden], [hidden] *')

function isLost(): boolean {
  const [last] = around
  return last !== undefined && isGone(last)
}

function landFocus(): void {
  const isElsewhere = document.activeElement !== document.body && document.activeElement !== around[0]
  if (isElsewhere || !isLost()) return
  // Toasts have a dialog's role too.
  const dialogs = document.querySelectorAll('[data-sheet] :is([role="dialog"], [role="alertdialog"])')
  const target =
    around.find((element) => !isGone(element) && element.matches('[tabindex]')) ??
    [...dialogs].at(-1) ??
    document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
