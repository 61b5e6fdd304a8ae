// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, vi } from 'vitest'
import { AppointmentFormDialog } from '#features/schedule/AppointmentFormDialog.tsx'
import type { AppointmentRow } from '#features/schedule/AppointmentRow.ts'
import { ClinicSettingsDialog } from '#features/settings/ClinicSettingsDialog.tsx'
import { EditProfileDialog } from '#features/settings/EditProfileDialog.tsx'
import type { Me } from '#features/settings/settingsDocuments.ts'
import { EditTaskDialog } from '#features/tasks/EditTaskDialog.tsx'
import type { TaskRow } from '#features/tasks/TaskRow.ts'
import { EditUserDialog } from '#features/users/EditUserDialog.tsx'
import type { UserRow } from '#features/users/userDocuments.ts'
import { type FakeServer, test } from '#tests/support/component.tsx'

// A form sends only the fields that its user changed, so that it overwrites no colleague's change. That two users keep each
// other's changes is shown in tests/e2e/editsOfColleagues.e2e.ts.

const sam = { id: 'sam', firstName: 'Sam', lastName: 'Okoye', email: 'sam@clinic.test', role: 'staff' }
const account = { ...sam, identifiers: [] as UserRow['identifiers'] } as UserRow
const maren = {
  id: 'maren',
  firstName: 'Maren',
  lastName: 'Okafor',
  email: 'maren@example.test',
  status: 'consent_signed',
}

const task = {
  id: 'task',
  version: 'v1',
  title: 'Order folders',
  description: 'Red ones.',
  status: 'pending',
  priority: 'normal',
  dueDate: '2026-02-03T15:00:30.000Z',
  patient: null,
  assignedTo: sam,
  unattended: null,
  identifiers: [{ system: 'https://cases.example.org/tasks', value: '2026/88' }],
} as TaskRow

const appointment = {
  id: 'appointment',
  version: 'v1',
  scheduledAt: '2026-02-03T15:00:30.000Z',
  duration: 60,
  status: 'scheduled',
  location: 'Room 1',
  notes: null,
  isConsultation: false,
  isDoubleBooked: false,
  patientAnswer: null,
  patient: { ...maren, assignedAttorney: null },
  provider: sam,
  unattended: null,
} as AppointmentRow

const settings = {
  name: 'Test Clinic',
  timeZone: 'America/New_York',
  sessionIdleMinutes: 15,
  sessionMaxHours: 12,
  sessionIdleMinutesAdmin: null,
  sessionMaxHoursAdmin: null,
  sessionIdleMinutesStaff: null,
  sessionMaxHoursStaff: null,
  sessionIdleMinutesAttorney: null,
  sessionMaxHoursAttorney: null,
  consentLinkDays: 7,
  reminderFirstDays: 2,
  reminderEveryDays: 3,
  remindersMax: 2,
  visitReminderFirstDays: 3,
  visitReminderLastDays: 1,
  identityCheck: 'none',
  keepDeletedDays: 2192,
}

const answers: FakeServer['answers'] = {
  UseDraft: () => ({ myDraft: null }),
  TaskAssignees: () => ({ assignableUsers: [sam] }),
  ProviderField: () => ({ assignableUsers: [sam] }),
  BusyTimes: () => ({ busyTimes: [] }),
  FreeSlots: () => ({ freeSlots: { slots: [], nextFrom: null } }),
  ClinicSettingsDialog: () => ({ clinicSettings: { set: ['name'], inForce: settings, standard: settings } }),
}

type Case = {
  form: (onClose: () => void) => ReactElement
  label: RegExp | string
  typed: string
  button: string
  operation: string
  input: object
}

const cases: Record<string, Case> = {
  task: {
    form: (onClose) => <EditTaskDialog task={task} onClose={onClose} />,
    label: /^Title/,
    typed: 'Order thirty folders',
    button: 'Save Changes',
    operation: 'EditTaskDialog',
    input: { taskId: 'task', expectedVersion: 'v1', title: 'Order thirty folders' },
  },
  appointment: {
    form: (onClose) => <AppointmentFormDialog appointment={appointment} onClose={onClose} />,
    label: 'Notes',
    typed: 'Brings her brother.',
    button: 'Update Appointment',
    operation: 'AppointmentForm_Edit',
    input: { appointmentId: 'appointment', expectedVersion: 'v1', notes: 'Brings her brother.' },
  },
  account: {
    form: (onClose) => <EditUserDialog user={account} onClose={onClose} />,
    label: /^First Name/,
    typed: 'Samuel',
    button: 'Save Changes',
    operation: 'EditUserDialog',
    input: { userId: 'sam', firstName: 'Samuel' },
  },
  profile: {
    form: (onClose) => <EditProfileDialog me={sam as Me} onClose={onClose} />,
    label: /^First Name/,
    typed: 'Samuel',
    button: 'Save Changes',
    operation: 'EditProfileDialog',
    input: { firstName: 'Samuel' },
  },
  'clinic settings': {
    form: (onClose) => <ClinicSettingsDialog onClose={onClose} />,
    label: 'Maximum Reminders',
    typed: '3',
    button: 'Save Settings',
    operation: 'ClinicSettingsDialog_Edit',
    input: { remindersMax: 3 },
  },
}

test.for(Object.entries(cases))(
  'the form of the %s sends only what was changed',
  async ([, one], { server, user, show }) => {
    const unanswered = () => new Promise(() => undefined)
    Object.assign(server.answers, answers, { [one.operation]: unanswered })
    show(one.form(() => undefined))
    const field = await screen.findByLabelText(one.label)
    await user.clear(field)
    await user.type(field, one.typed)
    await user.click(screen.getByRole('button', { name: one.button }))
    await waitFor(() =>
      expect(server.sent.filter(({ name }) => name === one.operation)).toEqual([
        { name: one.operation, variables: { input: one.input } },
      ]),
    )
  },
)

test('a form shows what other systems call the object', async ({ server, show }) => {
  Object.assign(server.answers, answers)
  show(<EditTaskDialog task={task} onClose={vi.fn()} />)
  expect(await screen.findByText('ID in cases.example.org')).toBeDefined()
  expect(screen.getByText('2026/88')).toBeDefined()
})

test('a task with a time and no day is not closed as unchanged', async ({ server, user, show }) => {
  const onClose = vi.fn()
  Object.assign(server.answers, answers)
  show(<EditTaskDialog task={{ ...task, dueDate: null }} onClose={onClose} />)
  await user.type(await screen.findByLabelText('Time'), '3 PM')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Choose the day as well')
  expect(onClose).not.toHaveBeenCalled()
})

test.for(Object.entries(cases))(
  'the unchanged form of the %s simply closes',
  async ([, one], { server, user, show }) => {
    const onClose = vi.fn()
    Object.assign(server.answers, answers)
    show(one.form(onClose))
    await screen.findByLabelText(one.label)
    await user.click(screen.getByRole('button', { name: one.button }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(server.sent.map(({ name }) => name)).not.toContain(one.operation)
  },
)
