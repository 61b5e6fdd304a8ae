import type { PointerEvent } from 'react'

type Pulled = PointerEvent<HTMLElement>

/** How far a toast must be swiped to the right to close, in pixels. */
export const swipeThreshold = 50

/**
 * Pointer handlers that let an element be dragged to the right. They call `onSwipe` when it is released
 * beyond the threshold. Presses on controls inside are ignored.
 */
export function swipeRight(onSwipe: () => void) {
  let start: number | null = null
  const distance = (event: Pulled) => (start === null ? 0 : Math.max(0, event.clientX - start))

  function settle(event: Pulled) {
    const far = distance(event)
    start = null
    event.currentTarget.style.removeProperty('transform')
    if (far >= swipeThreshold) onSwipe()
  }

  return {
    onPointerDown(event: Pulled) {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return
      start = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: Pulled) {
      if (start !== null) event.currentTarget.style.transform = `translateX(${distance(event)}px)`
    },
    onPointerUp: settle,
    onPointerCancel(event: Pulled) {
      start = null
      event.currentTarget.style.removeProperty('transform')
    },
  }
}
