// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { NotesDialog } from '#features/notes/NotesDialog.tsx'
import { AddPatientDialog } from '#features/patients/AddPatientDialog.tsx'
import { DropPatientDialog } from '#features/patients/DropPatientDialog.tsx'
import type { PatientRow } from '#features/patients/PatientRow.ts'
import { ScheduleDialog } from '#features/patients/ScheduleDialog.tsx'
import { UploadRecordDialog } from '#features/records/UploadRecordDialog.tsx'
import { AddUserDialog } from '#features/users/AddUserDialog.tsx'
import { type FakeServer, test } from '#tests/support/component.tsx'

// SPEC.md section 5: each form is submitted with invalid input, shows the text of SPEC and sends nothing. The texts that come
// from the server, and those of the password page, are in mainPath.e2e.ts and changePassword.e2e.ts.

const noBody = () => undefined
const maren = { id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'consent_signed' } as PatientRow

const answers: FakeServer['answers'] = {
  UseDraft: () => ({ myDraft: null }),
  BusyTimes: () => ({ busyTimes: [] }),
  FreeSlots: () => ({ freeSlots: { slots: [], nextFrom: null } }),
  Notes: () => ({ patientNotes: { pageInfo: { hasNextPage: false, endCursor: null }, edges: [] } }),
}

const dialog = () => within(screen.getByRole('dialog'))

test.for([
  [
    'Add Patient',
    <AddPatientDialog key="add" onClose={noBody} />,
    ['First name is required', 'Last name is required', 'Valid email is required'],
  ],
  [
    'Schedule Consultation',
    <ScheduleDialog key="schedule" patient={maren} onClose={noBody} />,
    ['Time must be in HH:MM format', 'Location is required'],
  ],
  ['Add Note', <NotesDialog key="note" patient={maren} onClose={noBody} />, ['Note content is required']],
  [
    'Upload',
    <UploadRecordDialog key="upload" patient={maren} onClose={noBody} />,
    ['Please select a file to upload', '0/1000'],
  ],
  [
    'Create User',
    <AddUserDialog key="user" onClose={noBody} />,
    [
      'First name is required',
      'Last name is required',
      'Valid email is required',
      'Password must be at least 8 characters',
    ],
  ],
] as const)(
  '%s, submitted empty, shows what is missing',
  async ([button, form, messages], { server, user, show }) => {
    Object.assign(server.answers, answers)
    show(form)
    await user.click(dialog().getByRole('button', { name: button }))
    for (const message of messages) expect(await dialog().findByText(message)).toBeDefined()
    expect(server.sent.map(({ name }) => name).filter((name) => !(name in answers))).toEqual([])
  },
)

test('a patient is dropped only for a reason of 10 to 1,000 characters, which are counted', async ({
  server,
  user,
  show,
}) => {
  Object.assign(server.answers, answers)
  show(<DropPatientDialog patient={maren} onClose={noBody} />)
  for (const [reason, message] of [
    ['Too short', 'Drop reason must be at least 10 characters'],
    ['x'.repeat(1001), 'Drop reason must be less than 1000 characters'],
  ] as const) {
    const field = dialog().getByLabelText(/^Reason/)
    await user.clear(field)
    await user.click(field)
    await user.paste(reason)
    expect(dialog().getByText(`${reason.length}/1000`)).toBeDefined()
    await user.click(dialog().getByRole('button', { name: 'Drop Patient' }))
    expect(await dialog().findByText(message)).toBeDefined()
  }
  expect(server.sent.map(({ name }) => name)).not.toContain('DropPatientDialog')
})
