// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { lazy } from './lazy.tsx'
import { OnDemand } from './OnDemand.tsx'

/** A part of a page whose code loads only while `isOnline`. */
function partialNetwork() {
  const network = { isOnline: false, attempts: 0 }
  const Part = lazy(async () => {
    network.attempts += 1
    if (!network.isOnline) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <p>The chart</p>
  })
  const page = (
    <OnDemand>
      <Part />
    </OnDemand>
  )
  return { network, page }
}

const tryAgain = () => screen.findByRole('button', { name: 'Try Again' })
const chart = () => screen.queryByText('The chart')

/** React logs each error that a boundary catches. */
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

test('code that did not load is loaded by Try Again, which may fail again', async ({ user, show }) => {
  quiet()
  const { network, page } = partialNetwork()
  show(page)
  await user.click(await tryAgain())
  expect(await screen.findByText('Nothing was sent.')).toBeDefined()
  expect(chart()).toBeNull()
  network.isOnline = true
  await user.click(await tryAgain())
  await waitFor(() => expect(chart()).not.toBeNull())
})

test('it is loaded when the network returns, and after a while by itself', async ({ show }) => {
  quiet()
  const { network, page } = partialNetwork()
  show(page)
  await screen.findByText('Nothing was sent.')
  expect(network.attempts).toBe(1)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(network.attempts).toBe(2)
  network.isOnline = true
  await waitFor(() => expect(chart()).not.toBeNull())
})
