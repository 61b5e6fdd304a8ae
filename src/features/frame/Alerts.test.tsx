// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { useRef } from 'react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { Alerts } from './Alerts.tsx'

const alert = (number: number) => ({
  id: `alert ${number}`,
  type: 'consent_signed',
  patientId: null,
  message: `Number ${number}.`,
  isRead: false,
  createdAt: '2026-01-05T15:04:00.000Z',
})

/** Ten of 23 alerts at a time, the newest first. */
function pageOf({ after }: { after?: unknown }) {
  const from = Number(after ?? 0)
  const numbers = Array.from({ length: Math.min(10, 23 - from) }, (_, index) => 23 - from - index)
  return {
    alerts: {
      pageInfo: { endCursor: String(from + 10), hasNextPage: from + 10 < 23 },
      edges: numbers.map((number) => ({ node: alert(number) })),
    },
  }
}

function Panel({ unread = 0 }: { unread?: number }) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button type="button" ref={trigger}>
        Bell
      </button>
      <Alerts unread={unread} triggerRef={trigger} isOpen onClose={() => undefined} />
    </>
  )
}

const panel = () => within(screen.getByRole('dialog', { name: 'Notifications' }))

test('older alerts load on request, below the newer ones', async ({ server, user, show }) => {
  server.answers.Alerts = pageOf
  show(<Panel />)
  for (const shown of [10, 20, 23]) {
    await waitFor(() => expect(panel().getAllByRole('button', { name: /Number/ })).toHaveLength(shown))
    if (shown < 23) await user.click(panel().getByRole('button', { name: 'Show older' }))
  }
  const items = panel().getAllByRole('button', { name: /Number/ })
  expect(items[0]?.textContent).toContain('Number 23.')
  expect(items[0]?.textContent).toContain('Jan 5, 10:04 AM')
  expect(items.at(-1)?.textContent).toContain('Number 1.')
  expect(panel().queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('without alerts the panel says so and offers nothing to mark', async ({ server, show }) => {
  server.answers.Alerts = () => ({ alerts: { pageInfo: { endCursor: null, hasNextPage: false }, edges: [] } })
  show(<Panel />)
  expect(await panel().findByText('No notifications yet')).toBeDefined()
  expect(panel().queryByRole('button', { name: 'Mark all read' })).toBeNull()
})
