// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { sessionEnd } from '#client/sessionClock.ts'
import { SESSION_CHANNEL } from '#domain/access/session.ts'
import { IdleWatch } from '#features/frame/IdleWatch.tsx'
import { SessionWatch } from '#features/frame/SessionWatch.tsx'
import { test as base } from '#tests/support/component.tsx'

// When a page warns and hides itself. That the server ends the session, and what a user then sees, is shown in
// tests/e2e/idle.e2e.ts.

/** `test` with a page whose session ends in 15 minutes, and a clock that moves on demand. */
const test = base.extend<{ pass: (minutes: number) => Promise<void> }>({
  pass: async ({ server, show }, use) => {
    server.answers.SessionHealth = () => ({ me: { id: 'ada' } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    show(
      <>
        <p>Maren Okafor</p>
        <IdleWatch end={{ at: Date.now() + 15 * 60_000, isFinal: false }} isOver={false} onStart={() => {}} />
      </>,
    )
    await use((minutes) => act(async () => void (await vi.advanceTimersByTimeAsync(minutes * 60_000))))
  },
})

const warning = () => screen.queryByRole('alertdialog', { name: 'Are you still there?' })
const isHidden = () => document.body.style.visibility === 'hidden'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a page warns two minutes before the end, and not before', async ({ pass }) => {
  await pass(12.9)
  expect(warning()).toBeNull()
  await pass(0.2)
  await vi.dynamicImportSettled()
  await pass(0)
  expect(warning()).not.toBeNull()
})

test('the warning goes away when another tab of the browser opens a page, which extends the session', async ({
  show,
  pass,
}) => {
  await pass(13)
  await vi.dynamicImportSettled()
  await pass(0)
  expect(warning()).not.toBeNull()
  const before = sessionEnd()
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now())
  show(<SessionWatch />)
  // A message between tabs takes a turn of the event loop or more.
  while (sessionEnd() === before) await new Promise((done) => setImmediate(done))
  await pass(0)
  expect(warning()).toBeNull()
  await pass(10)
  expect(isHidden()).toBe(false)
  expect(document.body.textContent).toContain('Okafor')
})

test('a page asks about its session only when the last end it heard of is near', async ({ server, show }) => {
  server.answers.SessionHealth = () => ({ me: { id: 'ada' } })
  const start = performance.timeOrigin
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start })
  show(<SessionWatch />)
  const otherTab = new BroadcastChannel(SESSION_CHANNEL)
  const heard = Promise.withResolvers()
  const listener = new BroadcastChannel(SESSION_CHANNEL)
  listener.onmessage = heard.resolve
  otherTab.postMessage({ at: start + 25 * 60_000, isFinal: false })
  await heard.promise
  for (const channel of [otherTab, listener]) channel.close()
  const asked = () => server.sent.map(({ name }) => name)
  const pass = async (minutes: number) => {
    await act(async () => void (await vi.advanceTimersByTimeAsync(minutes * 60_000)))
    await vi.dynamicImportSettled()
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
  }
  await pass(22.9)
  expect(asked()).toEqual([])
  await pass(0.2)
  expect(asked()).toEqual(['SessionHealth'])
})

// Last in this file: the page stays released after it, as it would until the browser loads another.
test('a page whose server cannot be reached is emptied when the time is up', async ({ server, pass }) => {
  await pass(13)
  const asked = Promise.withResolvers()
  server.answers.SessionHealth = () => asked.promise
  await pass(2)
  expect(isHidden(), 'while the server is asked').toBe(true)
  const page = [...document.body.childNodes]
  asked.reject(new TypeError('fetch failed'))
  await pass(0)
  expect(document.body.textContent).toContain('Your session has ended, so this page was closed')
  expect(document.body.textContent).not.toContain('Okafor')
  document.body.replaceChildren(...page) // React takes it down after the test
})
