/** The parts of a pointer event that are used here, from React or the browser. */
type Pointed = Pick<PointerEvent, 'button' | 'clientX' | 'pointerId' | 'target' | 'currentTarget'>

const pulled = ({ currentTarget }: Pointed) => currentTarget as HTMLElement

/** How far a toast must be swiped to the right to close, in pixels. */
export const swipeThreshold = 50

/**
 * Pointer handlers that let an element be dragged to the right. They call `onSwipe` when it is released
 * beyond the threshold. Presses on controls inside are ignored.
 */
export function swipeRight(onSwipe: () => void) {
  let start: number | null = null
  const distance = (event: Pointed) => (start === null ? 0 : Math.max(0, event.clientX - start))

  function settle(event: Pointed) {
    const far = distance(event)
    start = null
    pulled(event).style.removeProperty('transform')
    if (far >= swipeThreshold) onSwipe()
  }

  return {
    onPointerDown(event: Pointed) {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return
      start = event.clientX
      pulled(event).setPointerCapture(event.pointerId)
    },
    onPointerMove(event: Pointed) {
      if (start !== null) pulled(event).style.transform = `translateX(${distance(event)}px)`
    },
    onPointerUp: settle,
    onPointerCancel(event: Pointed) {
      start = null
      pulled(event).style.removeProperty('transform')
    },
  }
}
