/** As much of a pointer's event as is needed here, React's or the browser's own. */
type Pointed = Pick<PointerEvent, 'button' | 'clientX' | 'pointerId' | 'target' | 'currentTarget'>

const pulled = ({ currentTarget }: Pointed) => currentTarget as HTMLElement

/** How far to the right a toast has to be pulled to go, in pixels. */
export const swipeThreshold = 50

/**
 * Pointer handlers that let an element be pulled to the right and call `onSwipe` when it is let go beyond the
 * threshold. Presses on a control inside are left alone.
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
