// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { PatientRow } from '#features/patients/PatientRow.ts'
import { ScheduleDialog } from '#features/patients/ScheduleDialog.tsx'
import { test } from '#tests/support/component.tsx'

const maren = { id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'consent_signed' } as PatientRow
const noBody = () => undefined

const last = '2026-03-12T04:00:00.000Z'
const pages: Record<string, unknown> = {
  first: {
    slots: ['2026-03-09T13:00:00.000Z', '2026-03-10T14:15:00.000Z'],
    nextFrom: '2026-03-11T04:00:00.000Z',
  },
  '2026-03-11T04:00:00.000Z': { slots: ['2026-03-11T13:00:00.000Z'], nextFrom: last },
  [last]: { slots: ['2026-03-12T13:00:00.000Z'], nextFrom: null },
}

test('one press takes a proposed time, and more times follow on the last one', async ({
  server,
  user,
  show,
}) => {
  Object.assign(server.answers, {
    UseDraft: () => ({ myDraft: null }),
    BusyTimes: () => ({ busyTimes: [] }),
    FreeSlots: ({ from = 'first' }: { from?: string }) => ({
      freeSlots: pages[from] ?? { slots: [], nextFrom: null },
    }),
  })
  show(<ScheduleDialog patient={maren} onClose={noBody} />)
  const proposed = within(await screen.findByRole('region', { name: 'Next openings' }))
  const second = await proposed.findByRole('button', { name: /^Tue, Mar 10 10:15\sAM$/ })
  await user.click(second)
  expect(second.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>('Date', { exact: false }).value).toBe('2026-03-10')
  expect(screen.getByLabelText<HTMLInputElement>('Time', { exact: false }).value).toBe('10:15')
  // The day of a taken time starts no other search.
  expect(server.sent.filter(({ name }) => name === 'FreeSlots')).toHaveLength(1)

  const more = proposed.getByRole<HTMLButtonElement>('button', { name: 'More Openings' })
  await user.click(more)
  await proposed.findByRole('button', { name: /^Wed, Mar 11 9:00\sAM$/ })
  expect(document.activeElement).toBe(more)
  await user.keyboard('{Enter}')
  await proposed.findByRole('button', { name: /^Thu, Mar 12 9:00\sAM$/ })
  expect(more.disabled).toBe(true)
  await user.click(proposed.getByRole('button', { name: 'Earlier Openings' }))
  await proposed.findByRole('button', { name: /^Wed, Mar 11 9:00\sAM$/ })
  await user.click(proposed.getByRole('button', { name: 'Earlier Openings' }))
  await proposed.findByRole('button', { name: /^Mon, Mar 9 9:00\sAM$/ })

  // A day that the user types starts one.
  const date = screen.getByLabelText('Date', { exact: false })
  await user.clear(date)
  await user.type(date, '2026-03-20')
  expect(await proposed.findByText('No opening within a year.')).toBeDefined()
  expect(server.sent.findLast(({ name }) => name === 'FreeSlots')?.variables).toMatchObject({
    from: '2026-03-20T04:00:00.000Z',
    duration: 60,
    patientId: 'maren',
  })
})
