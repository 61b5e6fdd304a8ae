// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '#tests/support/component.tsx'
import { RemindersSwitch } from './RemindersSwitch.tsx'

const patient = { id: 'maren', remindersStoppedAt: null, getsTexts: false, canGetTexts: true }

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
