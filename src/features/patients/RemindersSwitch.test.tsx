// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { RemindersSwitch } from './RemindersSwitch.tsx'

const patient = {
  id: 'maren',
  email: 'maren@holt.example',
  remindersStoppedAt: null,
  canGetEmails: true,
  getsTexts: false,
  canGetTexts: true,
}

test('staff record that the patient agrees to text messages, and end them', async ({
  server,
  user,
  show,
}) => {
  server.answers.RemindersSwitch = () => ({ setPatientReminders: { id: 'maren' } })
  const shown = show(<RemindersSwitch patient={patient} />, { role: 'staff' })
  await user.click(screen.getByRole('button', { name: 'Patient Agrees to Text Messages' }))
  await waitFor(() =>
    expect(server.sent).toEqual([
      {
        name: 'RemindersSwitch',
        variables: { input: { patientId: 'maren', isStopped: false, byText: true } },
      },
    ]),
  )
  shown.rerender(<RemindersSwitch patient={{ ...patient, getsTexts: true }} />)
  expect(shown.container.textContent).toContain('By e-mail and text message')
  await user.click(screen.getByRole('button', { name: 'Stop Text Messages' }))
  await waitFor(() => expect(server.sent[1]?.variables.input).toMatchObject({ byText: false }))
})

test.for([
  { whom: 'attorneys', viewer: { role: 'attorney' } as const },
  { whom: 'a number that cannot get them', values: { canGetTexts: false } },
  { whom: 'stopped reminders', values: { remindersStoppedAt: '2026-01-05T15:00:00Z' } },
])('text messages are not offered for $whom', ({ viewer, values }, { show }) => {
  show(<RemindersSwitch patient={{ ...patient, ...values }} />, viewer)
  expect(screen.queryByRole('button', { name: /Text Messages/ })).toBeNull()
})

test.for([
  { values: {}, text: 'By e-mail' },
  { values: { canGetEmails: false }, text: 'Not sent: e-mail is not set up' },
  { values: { canGetEmails: false, email: '' }, text: 'Not sent: no e-mail on file' },
  { values: { canGetEmails: false, getsTexts: true }, text: 'By text message' },
  // The patient agreed, and text messages were turned off later.
  { values: { getsTexts: true, canGetTexts: false }, text: 'By e-mail' },
])('the chart says $text', ({ values, text }, { show }) => {
  const { container } = show(<RemindersSwitch patient={{ ...patient, ...values }} />, { role: 'attorney' })
  expect(container.textContent?.trim()).toBe(text)
})
