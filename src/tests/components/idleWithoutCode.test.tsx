// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { SessionWatch } from '#features/frame/SessionWatch.tsx'
import { test as base } from '#tests/support/component.tsx'

// A release has replaced the code that watches the session, as it does under a page that stays open.
vi.mock('#features/frame/IdleWatch.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

/** `test` with a page whose session ends in 15 minutes, and a clock that moves on demand. */
const test = base.extend<{ pass: (minutes: number) => Promise<void> }>({
  pass: async ({ show }, use) => {
    // React reports the part that could not be loaded.
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now())
    show(
      <>
        <p>Maren Okafor</p>
        <SessionWatch />
      </>,
    )
    await use((minutes) => act(async () => void (await vi.advanceTimersByTimeAsync(minutes * 60_000))))
  },
})

const patient = () => screen.queryByText('Maren Okafor')
const isHidden = () => document.body.style.visibility === 'hidden'
const farewell = () => screen.queryByText('Your session has ended, so this page was closed.')

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.style.visibility = ''
})

test('the page is hidden when another tab finds the session ended', async ({ pass }) => {
  await pass(1)
  const other = new BroadcastChannel(SESSION_CHANNEL)
  other.postMessage('over')
  await vi.waitUntil(isHidden)
  other.close()
})

test('the page goes when the time is up', async ({ pass }) => {
  await pass(14.9)
  expect([patient() !== null, isHidden()]).toEqual([true, false])
  await pass(0.1)
  expect(isHidden()).toBe(true)
  await pass(0.1)
  expect([patient(), isHidden(), farewell() !== null]).toEqual([null, false, true])
})
