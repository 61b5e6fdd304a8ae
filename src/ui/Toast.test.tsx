// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast, type ToastContent } from './Toast.tsx'

// SPEC.md section 9: one at a time, 5,000 ms, swipe right by 50 px, F8. How a pointer over a toast stops its time is shown
// in tests/e2e/toasts.e2e.ts, because jsdom has no layout.

const toasts = () => screen.queryAllByRole('alertdialog')
const add = (title: string, more: Partial<ToastContent> = {}) =>
  act(async () => showToast({ title, tone: 'success', ...more }, 5000))
const pass = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  // jsdom captures no pointers.
  Element.prototype.setPointerCapture = () => undefined
})

afterEach(async () => {
  await pass(30_000)
  vi.useRealTimers()
})

test('a toast stays for 5,000 ms, and the next one replaces it', async () => {
  await add('Saved')
  await pass(4_900)
  expect(toasts()).toHaveLength(1)
  await add('Sent')
  expect(toasts().map((toast) => toast.textContent)).toEqual([expect.stringContaining('Sent')])
  await pass(4_900)
  expect(toasts()).toHaveLength(1)
  await pass(100)
  expect(toasts()).toEqual([])
})

test('F8 focuses the region, and the toast stays while it has the focus', async () => {
  await add('Saved')
  await act(async () => void fireEvent.keyDown(document.body, { key: 'F8' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: /^Notifications/ }))
  await pass(20_000)
  expect(toasts()).toHaveLength(1)
  await act(async () => (document.activeElement as HTMLElement).blur())
  await pass(5_000)
  expect(toasts()).toEqual([])
})

test('its action runs once and closes it', async () => {
  const onPress = vi.fn()
  await add('Completed', { action: { label: 'Undo', onPress } })
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click())
  expect(onPress).toHaveBeenCalledOnce()
  expect(toasts()).toEqual([])
})

test('a swipe to the right of 50 px closes it, and a shorter one or one to the left does not', async () => {
  await add('Saved')
  for (const [by, left] of [
    [-120, 1],
    [49, 1],
    [50, 0],
  ] as const) {
    const [toast] = toasts() as [HTMLElement]
    await act(async () => {
      fireEvent.pointerDown(toast, { button: 0, pointerId: 1, clientX: 200 })
      fireEvent.pointerMove(toast, { pointerId: 1, clientX: 200 + by })
      fireEvent.pointerUp(toast, { pointerId: 1, clientX: 200 + by })
    })
    expect(toasts(), `after ${by} px`).toHaveLength(left)
  }
})
