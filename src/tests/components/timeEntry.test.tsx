// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { PatientRow } from '#features/patients/PatientRow.ts'
import { ScheduleDialog } from '#features/patients/ScheduleDialog.tsx'
import { AddTaskDialog } from '#features/tasks/AddTaskDialog.tsx'
import { test } from '#tests/support/component.tsx'

const maren = { id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'consent_signed' } as PatientRow
const noBody = () => undefined

test('a time can be typed as people write it, and the field shows how it was read', async ({
  server,
  user,
  show,
}) => {
  Object.assign(server.answers, {
    UseDraft: () => ({ myDraft: null }),
    BusyTimes: () => ({ busyTimes: [] }),
    FreeSlots: () => ({ freeSlots: { slots: [], nextFrom: null } }),
  })
  show(<ScheduleDialog patient={maren} onClose={noBody} />)
  const time = screen.getByLabelText<HTMLInputElement>('Time', { exact: false })
  await user.type(time, '2p')
  expect(time.value).toBe('2p')
  expect(screen.getByText(/^2:00\sPM, America\/New York$/)).toBeDefined()
  await user.tab()
  expect(time.value).toBe('14:00')
  await user.clear(time)
  await user.type(time, 'later')
  await user.tab()
  expect(time.value).toBe('later')
  expect(screen.getByText('For example 9:30 AM or 14:00, America/New York')).toBeDefined()
})

test('Enter submits the time that was read, before the field shows it', async ({ server, user, show }) => {
  Object.assign(server.answers, {
    UseDraft: () => ({ myDraft: null }),
    TaskAssignees: () => ({ assignableUsers: [] }),
    PatientPicker: () => ({ patients: { edges: [] } }),
    AddTaskDialog: () => ({ addTask: { id: 'task' } }),
  })
  show(<AddTaskDialog onClose={noBody} />)
  await user.type(screen.getByLabelText('Title', { exact: false }), 'Call')
  await user.type(screen.getByLabelText('Due Date'), '2026-02-03')
  await user.type(screen.getByLabelText('Time'), '930{Enter}')
  await expect
    .poll(() => server.sent.find(({ name }) => name === 'AddTaskDialog')?.variables)
    .toMatchObject({ input: { dueDate: '2026-02-03T09:30' } })
})
