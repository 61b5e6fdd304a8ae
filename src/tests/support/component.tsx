import { setImmediate } from 'node:timers/promises'
import { cleanup, configure, type RenderResult, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createClient, fetchExchange } from '@urql/core'
import type { ReactElement, ReactNode } from 'react'
import { Provider } from 'urql'
import { test as base, expect, vi } from 'vitest'
import { fetchAndShow } from '#client/answers.ts'
import { type Frame, FrameContext } from '#client/frame.ts'
import type { ToastContent } from '#ui/Toast.tsx'
import { toastQueue } from '#ui/toastQueue.ts'

// For components whose behavior needs neither a server nor a layout. They run in jsdom: start the test file with
// `// @vitest-environment jsdom`.

type Variables = Record<string, unknown>

/** Answers the requests of a component. */
export type FakeServer = {
  /** The data of each GraphQL operation, or its whole response, by its name. A request for another one fails the test. */
  answers: Record<string, (variables: Variables) => unknown>
  /** The operations that were sent, oldest first. */
  sent: { name: string; variables: Variables }[]
  /** The Idempotency-Key of each of them. */
  keys: (string | null)[]
}

type Fixtures = {
  server: FakeServer
  user: UserEvent
  /** The toasts of the components, oldest first. Toast.test.tsx shows how they look. */
  toasts: ToastContent[]
  /** Renders an element as part of a page of this user, an administrator by default. */
  show: (element: ReactElement, viewer?: Partial<Frame['viewer']>) => RenderResult
}

const ada = {
  id: 'ada',
  role: 'admin',
  firstName: 'Ada',
  lastName: 'Marsh',
  mustChangePassword: false,
} as const

/** `test` for a component in a page whose requests a fake server answers. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures wanted from this pattern
  server: async ({}, use) => {
    const server: FakeServer = { answers: {}, sent: [], keys: [] }
    const unexpected: string[] = []
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      const { query, variables = {} } = JSON.parse(String(init.body)) as {
        query: string
        variables?: Variables
      }
      const name = /(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? query
      server.sent.push({ name, variables })
      server.keys.push(new Headers(init.headers).get('Idempotency-Key'))
      const answer = server.answers[name]
      if (!answer) unexpected.push(name)
      const data = await answer?.(variables)
      return data instanceof Response ? data : Response.json({ data: data ?? null })
    })
    await use(server)
    vi.unstubAllGlobals()
    expect(unexpected, 'requests without an answer').toEqual([])
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  user: async ({}, use) => use(userEvent.setup()),
  // A real toast would be loaded and drawn outside the components, maybe after the test.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  toasts: async ({}, use) => {
    const toasts: ToastContent[] = []
    const add = vi.spyOn(toastQueue, 'add').mockImplementation((content) => void toasts.push(content))
    await use(toasts)
    add.mockRestore()
  },
  // Both first, so that the components are gone before they are.
  show: async ({ server: _, toasts: __ }, use) => {
    const client = createClient({
      url: '/graphql',
      fetch: fetchAndShow,
      preferGetMethod: false,
      exchanges: [fetchExchange],
    })
    await use((element, viewer = {}) => render(element, { wrapper: page({ ...ada, ...viewer }, client) }))
    cleanup()
    await reactIsIdle()
  },
})

// React finishes a change in an immediate, which reads `window`. jsdom removes `window` after the last test of a file.
const reactIsIdle = async () => {
  while (process.getActiveResourcesInfo().includes('Immediate')) await setImmediate()
}

const page = (viewer: Frame['viewer'], client: ReturnType<typeof createClient>) => {
  const frame: Frame = {
    viewer,
    timeZone: 'America/New_York',
    defaultRecipient: null,
    session: { idleMinutes: 15, noticeMinutes: 2, endsAt: '2026-01-05T15:15:00.000Z', isFinal: false },
    now: '2026-01-05T15:00:00.000Z',
  }
  return ({ children }: { children: ReactNode }) => (
    <Provider value={client}>
      <FrameContext value={frame}>{children}</FrameContext>
    </Provider>
  )
}

// The waits are for conditions, so this only ends one that never comes true. It leaves room for a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// jsdom has no CSS object, whose `escape` react-aria needs.
globalThis.CSS ??= { escape: (text: string) => text.replaceAll(/[^\w-]/g, '\\$&') } as typeof CSS
