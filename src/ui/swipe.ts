import type { PointerEvent } from 'react'

/** How far to the right a toast has to be pulled to go, in pixels. */
export const swipeThreshold = 50

/**
 * Pointer handlers that let an element be pulled to the right and call `onSwipe` when it is let go beyond the
 * threshold. Presses on a control inside are left alone.
 */
export function swipeRight(onSwipe: () => void) {
  let start: number | null = null
  const distance = (event: PointerEvent) => (start === null ? 0 : Math.max(0, event.clientX - start))

  function settle(event: PointerEvent<HTMLElement>) {
    const pulled = distance(event)
    start = null
    event.currentTarget.style.removeProperty('transform')
    if (pulled >= swipeThreshold) onSwipe()
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return
      start = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start !== null) event.currentTarget.style.transform = `translateX(${distance(event)}px)`
    },
    onPointerUp: settle,
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start = null
      event.currentTarget.style.removeProperty('transform')
    },
  }
}
