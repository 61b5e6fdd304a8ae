// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect } from 'vitest'
import { NotesDialog } from '#features/notes/NotesDialog.tsx'
import { DropPatientDialog } from '#features/patients/DropPatientDialog.tsx'
import type { PatientRow } from '#features/patients/PatientRow.ts'
import { ScheduleDialog } from '#features/patients/ScheduleDialog.tsx'
import { UploadRecordDialog } from '#features/records/UploadRecordDialog.tsx'
import { AppointmentFormDialog } from '#features/schedule/AppointmentFormDialog.tsx'
import { AddTaskDialog } from '#features/tasks/AddTaskDialog.tsx'
import { AddUserDialog } from '#features/users/AddUserDialog.tsx'
import { test as base } from '#tests/support/component.tsx'

// Which fields of each form a draft restores. That the browser sends the draft of a page that is left, and that the server
// keeps it, is shown in tests/e2e/nothingLost.e2e.ts.

type Which = { form: string; subjectId?: string | null }
type Draft = Which & { content: { name: string; value: string }[] }

const noBody = () => undefined
const maren = { id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'consent_signed' } as PatientRow
const ana = { ...maren, id: 'ana', firstName: 'Ana', lastName: 'Ruiz' }
const noor = { id: 'noor', firstName: 'Noor', lastName: 'Haddad', role: 'staff' }
const namesakes = [maren, { ...maren, id: 'other' }].map((one) => ({
  node: { ...one, email: `${one.id}@example.test`, assignedAttorney: null },
}))

type Desk = {
  kept: Draft[]
  open: (form: ReactElement) => void
  /** Leaves the page, and opens a form on the next one. */
  leaveFor: (form: ReactElement) => Promise<void>
  /** Leaves the page, opens the same form on the next one, and restores its draft. */
  reopen: (form: ReactElement) => Promise<void>
}

/** `test` with a server that keeps drafts. */
const test = base.extend<{ desk: Desk }>({
  desk: async ({ server, show, user }, use) => {
    let close = () => {}
    let isGone = false
    const isFor = (which: Which) => (one: Draft) =>
      one.form === which.form && (one.subjectId ?? null) === (which.subjectId ?? null)
    const remove = (which: Which) => {
      desk.kept = desk.kept.filter((one) => !isFor(which)(one))
    }
    const desk: Desk = {
      kept: [],
      open: (form) => {
        close = show(form).unmount
      },
      async leaveFor(form) {
        window.dispatchEvent(new Event('pagehide'))
        await waitFor(() => expect(desk.kept).toHaveLength(1))
        isGone = true
        close()
        desk.open(form)
      },
      async reopen(form) {
        await desk.leaveFor(form)
        await user.click(await screen.findByRole('button', { name: 'Restore' }))
        expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
      },
    }
    Object.assign(server.answers, {
      UseDraft(which: Which) {
        const draft = desk.kept.find(isFor(which))
        return { myDraft: draft ? { id: '1', savedAt: '2026-01-05T15:00:00.000Z', ...draft } : null }
      },
      UseDraft_Keep({ input }: { input: Draft }) {
        remove(input)
        desk.kept.push(input)
        return { saveDraft: { id: '1' } }
      },
      UseDraft_Discard({ input }: { input: Which }) {
        // A page that is gone sends nothing more. Here its form is unmounted, which looks like a form that was closed.
        if (!isGone) remove(input)
        isGone = false
        return { discardDraft: true }
      },
      PatientPicker: () => ({ patients: { edges: namesakes } }),
      TaskAssignees: () => ({ assignableUsers: [noor] }),
      ProviderField: () => ({ assignableUsers: [noor] }),
      BusyTimes: () => ({ busyTimes: [] }),
      FreeSlots: () => ({ freeSlots: { slots: [], nextFrom: null } }),
      Notes: () => ({ patientNotes: { pageInfo: { hasNextPage: false, endCursor: null }, edges: [] } }),
    })
    await use(desk)
  },
})

const dialog = () => within(screen.getByRole('dialog'))
const field = (label: string | RegExp) => dialog().getByLabelText<HTMLInputElement>(label)
const picked = () => document.querySelector<HTMLInputElement>('input[name=picked]')?.value

test('an unfinished task is restored with its patient, who has a namesake', async ({ user, desk }) => {
  desk.open(<AddTaskDialog onClose={noBody} />)
  await user.type(field(/^Title/), 'Order folders')
  await user.type(dialog().getByRole('combobox', { name: 'Patient' }), 'Okafor')
  await user.click(await screen.findByRole('option', { name: /maren@example.test/ }))
  await user.selectOptions(field('Priority'), 'urgent')
  await desk.reopen(<AddTaskDialog onClose={noBody} />)
  expect(field(/^Title/).value).toBe('Order folders')
  expect(field('Priority').value).toBe('urgent')
  await waitFor(() =>
    expect(dialog().getByRole('combobox', { name: 'Patient' })).toHaveProperty('value', 'Maren Okafor'),
  )
  await waitFor(() => expect(picked()).toBe('maren'))
})

test('an unfinished appointment is restored', async ({ user, desk }) => {
  desk.open(<AppointmentFormDialog onClose={noBody} />)
  await user.type(dialog().getByRole('combobox', { name: /Patient/ }), 'Okafor')
  await user.click(await screen.findByRole('option', { name: /maren@example.test/ }))
  await dialog().findByRole('option', { name: /Noor Haddad/ })
  await user.selectOptions(field(/^Provider/), 'noor')
  await user.type(field(/^Date/), '2026-02-03')
  await user.type(field(/^Time/), '10:00')
  await desk.reopen(<AppointmentFormDialog onClose={noBody} />)
  await waitFor(() => expect(picked()).toBe('maren'))
  await waitFor(() => expect(field(/^Provider/).value).toBe('noor'))
  expect([field(/^Date/).value, field(/^Time/).value]).toEqual(['2026-02-03', '10:00'])
})

test('an unfinished consultation is restored with all its fields', async ({ user, desk }) => {
  const form = <ScheduleDialog patient={maren} onClose={noBody} />
  desk.open(form)
  await user.type(field(/^Date/), '2026-02-03')
  await user.type(field(/^Time/), '10:00')
  await user.type(field(/^Location/), 'Room 4')
  await desk.reopen(form)
  expect([/^Date/, /^Time/, /^Location/].map((label) => field(label).value)).toEqual([
    '2026-02-03',
    '10:00',
    'Room 4',
  ])
})

test('an unfinished note is restored, and its draft is deleted after saving', async ({
  user,
  server,
  desk,
}) => {
  server.answers.NoteForm_Add = () => ({ addNote: { id: '1' } })
  const form = <NotesDialog patient={maren} onClose={noBody} />
  desk.open(form)
  await user.type(field(/^New Note/), 'Prefers mornings.')
  await desk.reopen(form)
  expect(field(/^New Note/).value).toBe('Prefers mornings.')
  await user.click(dialog().getByRole('button', { name: 'Add Note' }))
  await waitFor(() => expect(field(/^New Note/).value).toBe(''))
  await waitFor(() => expect(desk.kept).toEqual([]))
})

test('an unfinished user account is restored without its password', async ({ user, desk }) => {
  desk.open(<AddUserDialog onClose={noBody} />)
  await user.type(field(/^First Name/), 'Sam')
  await user.type(field(/^Password/), 'a long secret of Sam')
  await user.selectOptions(field(/^Role/), 'attorney')
  await user.click(dialog().getByText(/^Ask for a new password/))
  await desk.reopen(<AddUserDialog onClose={noBody} />)
  expect(field(/^First Name/).value).toBe('Sam')
  expect(field(/^Role/).value).toBe('attorney')
  expect(dialog().getByRole('checkbox', { name: /^Ask for a new password/ })).toHaveProperty('checked', false)
  expect(field(/^Password/).value).toBe('')
  expect(JSON.stringify(desk.kept)).not.toContain('secret')
})

test('the description of an unfinished upload is restored without its files', async ({ user, desk }) => {
  const form = <UploadRecordDialog patient={maren} onClose={noBody} />
  desk.open(form)
  await user.upload(field('Files to upload'), new File(['%PDF-'], 'knee.pdf', { type: 'application/pdf' }))
  await user.type(field('Description'), 'The left knee')
  await desk.reopen(form)
  expect(field('Description').value).toBe('The left knee')
  expect(dialog().getByText('13/1000')).toBeDefined()
  expect(dialog().queryByText('knee.pdf')).toBeNull()
})

test('a draft belongs to one form about one patient', async ({ user, desk }) => {
  desk.open(<DropPatientDialog patient={maren} onClose={noBody} />)
  await user.type(field(/^Reason/), 'Moved out of')
  await desk.leaveFor(<DropPatientDialog patient={ana} onClose={noBody} />)
  await user.type(field(/^Reason/), 'For another reason')
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  expect(desk.kept).toMatchObject([{ form: 'drop_patient', subjectId: 'maren' }])
})

test('a rejected draft is deleted, and one about which the user has not decided stays', async ({
  user,
  desk,
}) => {
  const form = <DropPatientDialog patient={maren} onClose={noBody} />
  desk.open(form)
  await user.type(field(/^Reason/), 'Moved out of')
  await desk.leaveFor(form)
  const words = 'You have unsaved changes from Jan 5, 10:00 AM'
  expect((await screen.findByText(/^You have unsaved changes/)).textContent).toContain(words)
  await user.type(field(/^Reason/), 'Something else')
  expect(desk.kept).toHaveLength(1)
  await user.click(dialog().getByRole('button', { name: 'Discard' }))
  expect(screen.queryByText(/^You have unsaved changes/)).toBeNull()
  await waitFor(() => expect(desk.kept).toEqual([]))
})
