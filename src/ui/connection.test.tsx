// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { onIntent } from './intent.ts'
import { lazy } from './lazy.tsx'
import type { ToastContent } from './Toast.tsx'

// That a browser never tries failed code again, and so must not try without a network, is shown in failures.e2e.ts.

/** A part of a page, and a network that the browser reports and that may be another than the real one. */
function partOnDemand() {
  const load = vi.fn(async () => () => <p>The chart</p>)
  const Part = lazy(load)
  return { load, part: <Part /> }
}

const reports = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
const answers = (isReached: boolean) =>
  vi.stubGlobal('fetch', async () => {
    if (!isReached) throw new TypeError('Failed to fetch')
    return new Response()
  })
const tryAgain = async (toasts: ToastContent[], count: number) => {
  await vi.waitFor(() => expect(toasts).toHaveLength(count))
  const { description, action } = toasts[count - 1] as ToastContent
  expect({ description, label: action?.label }).toEqual({
    description: 'No connection. Nothing was sent.',
    label: 'Try Again',
  })
  await act(async () => action?.onPress())
}

afterEach(() => void vi.restoreAllMocks())

test('code is not asked for without a network, until the network returns', async ({ show, toasts }) => {
  const { load, part } = partOnDemand()
  reports(false)
  answers(false)
  show(part)
  await vi.waitFor(() => expect(toasts).toMatchObject([{ description: 'No connection. Nothing was sent.' }]))
  expect(load).not.toHaveBeenCalled()
  reports(true)
  await act(async () => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText('The chart')).not.toBeNull())
})

test('Try Again asks for it once more, and says the same if that fails', async ({ show, toasts }) => {
  const { load, part } = partOnDemand()
  reports(false)
  answers(false)
  show(part)
  await tryAgain(toasts, 1)
  answers(true)
  await tryAgain(toasts, 2)
  await waitFor(() => expect(screen.queryByText('The chart')).not.toBeNull())
  expect(load).toHaveBeenCalledOnce()
})

test('a browser that wrongly reports no network still loads code', async ({ show }) => {
  const { part } = partOnDemand()
  reports(false)
  answers(true)
  show(part)
  await waitFor(() => expect(screen.queryByText('The chart')).not.toBeNull())
})

test('hovering loads nothing without a network', () => {
  const load = vi.fn(async () => undefined)
  reports(false)
  onIntent(load).onPointerEnter()
  expect(load).not.toHaveBeenCalled()
})
