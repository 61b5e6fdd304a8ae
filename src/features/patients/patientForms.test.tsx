// @vitest-environment jsdom
import { setImmediate } from 'node:timers/promises'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, vi } from 'vitest'
import { type FakeServer, test } from '#tests/support/component.tsx'
import { AddPatientDialog } from './AddPatientDialog.tsx'
import { EditPatientDialog } from './EditPatientDialog.tsx'
import type { PatientRow } from './PatientRow.ts'

const maren = { id: 'maren', firstName: 'Maren', lastName: 'Okafor' } as PatientRow
const facts = {
  ...maren,
  version: 'v1',
  email: 'maren@example.test',
  phone: null,
  address: null as string | null,
  preferredLanguage: 'en',
  dateOfBirth: null,
  dateOfInjury: null,
  injuryDescription: null,
  notes: null,
}

function Adding() {
  const [isOpen, setOpen] = useState(true)
  return isOpen && <AddPatientDialog onClose={() => setOpen(false)} />
}

function Editing() {
  const [isOpen, setOpen] = useState(true)
  const [started, setStarted] = useState('')
  return (
    <>
      {isOpen && (
        <EditPatientDialog
          patient={maren}
          onClose={() => setOpen(false)}
          onAction={(action, { id }) => setStarted(`${action} of ${id}`)}
          onLink={null}
          onRefusal={() => {}}
        />
      )}
      <p>{started}</p>
    </>
  )
}

const dialog = () => screen.queryByRole('dialog')
const press = (user: UserEvent, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

async function fillIn(user: UserEvent): Promise<void> {
  await user.type(screen.getByLabelText(/^First Name/), 'Jo')
  await user.type(screen.getByLabelText(/^Last Name/), 'Park')
  await user.type(screen.getByLabelText(/^Email/), 'jo.park@example.test')
}

const noDraft = () => ({ myDraft: null })

beforeEach(() => sessionStorage.clear())

test('Cancel and a saved form close without a question', async ({ server, user, show }) => {
  Object.assign(server.answers, { UseDraft: noDraft, AddPatientDialog: () => ({ addPatient: { id: 'jo' } }) })
  const first = show(<Adding />)
  await fillIn(user)
  await press(user, 'Cancel')
  expect(dialog()).toBeNull()
  first.unmount()

  show(<Adding />)
  await fillIn(user)
  await press(user, 'Add Patient')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(screen.queryByText('Discard changes?')).toBeNull()
  expect(server.sent.find(({ name }) => name === 'AddPatientDialog')?.variables).toMatchObject({
    input: { firstName: 'Jo', lastName: 'Park', email: 'jo.park@example.test', status: 'pending_consent' },
  })
})

test('a form that is filled in late does not count as changed, and saving it unchanged sends nothing', async ({
  server,
  user,
  show,
}) => {
  Object.assign(server.answers, { UseDraft: noDraft, EditPatientDialog: () => ({ patient: facts }) })
  const first = show(<Editing />)
  await waitFor(() => expect(screen.getByLabelText(/^Last Name/)).toHaveProperty('value', 'Okafor'))
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  first.unmount()

  show(<Editing />)
  await waitFor(() => expect(screen.getByLabelText(/^Last Name/)).toHaveProperty('value', 'Okafor'))
  await press(user, 'Save Changes')
  expect(dialog()).toBeNull()
  expect(server.sent.map(({ name }) => name)).not.toContain('EditPatientDialog_Save')
})

test('only the changed fields are sent', async ({ server, user, show }) => {
  Object.assign(server.answers, {
    UseDraft: noDraft,
    EditPatientDialog: () => ({ patient: facts }),
    EditPatientDialog_Save: () => ({ editPatient: facts }),
    PossibleDuplicates: () => ({ possibleDuplicates: [] }),
  })
  show(<Editing />)
  await user.type(await screen.findByLabelText('Phone'), '(415) 555-0100')
  await press(user, 'Save Changes')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(server.sent.find(({ name }) => name === 'EditPatientDialog_Save')?.variables).toEqual({
    input: { patientId: 'maren', phone: '(415) 555-0100', expectedVersion: 'v1' },
  })
})

test('after a change of what the open form states, it can be sent again', async ({
  server,
  user,
  show,
  toasts,
}) => {
  Object.assign(server.answers, {
    UseDraft: noDraft,
    EditPatientDialog: () => ({ patient: facts }),
    EditPatientDialog_Save: () => ({
      editPatient: { ...facts, newestConsentRequest: { id: 'form', changedDetails: ['email', 'name'] } },
    }),
    PossibleDuplicates: () => ({ possibleDuplicates: [] }),
  })
  show(<Editing />)
  await user.type(await screen.findByLabelText(/^Email/), '.us')
  await press(user, 'Save Changes')
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({
    detail: 'The open consent form was sent with the earlier details.',
    action: { label: 'Resend Consent' },
  })
  act(() => toasts[0]?.action?.onPress())
  expect(screen.getByText('resend_consent of maren')).toBeTruthy()
})

test('what is typed is saved every half minute, and the draft is deleted with the form', async ({
  server,
  user,
  show,
}) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let finishSaving = () => {}
  Object.assign(server.answers, {
    UseDraft: noDraft,
    UseDraft_Keep: () =>
      new Promise((done) => {
        finishSaving = () => done({ saveDraft: { id: 'draft' } })
      }),
    UseDraft_Discard: () => ({ discardDraft: true }),
  })
  const drafts = () => server.sent.filter(({ name }) => name.startsWith('UseDraft_'))
  show(<Adding />)
  vi.advanceTimersByTime(30_000)
  expect(drafts(), 'nothing is typed').toEqual([])
  await user.type(screen.getByLabelText(/^First Name/), 'Jo')
  vi.advanceTimersByTime(90_000)
  const input = { form: 'add_patient', subjectId: null }
  const saved = {
    name: 'UseDraft_Keep',
    variables: { input: { ...input, content: [{ name: 'firstName#0', value: 'Jo' }] } },
  }
  expect(drafts(), 'saved once').toEqual([saved])
  await press(user, 'Cancel')
  await setImmediate()
  expect(drafts(), 'still being saved').toEqual([saved])
  finishSaving()
  await vi.waitFor(() =>
    expect(drafts()).toEqual([saved, { name: 'UseDraft_Discard', variables: { input } }]),
  )
  vi.advanceTimersByTime(90_000)
  expect(drafts()).toHaveLength(2)
})

const stale = () => {
  const extensions = { code: 'stale', version: 'v2' }
  return Response.json({ data: null, errors: [{ message: 'This patient was changed', extensions }] })
}

/** Answers like a server that stores this patient, and refuses an edit of an older version. */
const serve = (server: FakeServer, stored: () => typeof facts) =>
  Object.assign(server.answers, {
    UseDraft: noDraft,
    EditPatientDialog: () => ({ patient: stored() }),
    EditPatientDialog_Save: ({ input }: { input: { expectedVersion: string } }) =>
      input.expectedVersion === stored().version ? { editPatient: stored() } : stale(),
    PossibleDuplicates: () => ({ possibleDuplicates: [] }),
  })

test('a colleague’s change to another field is kept, and the edit is saved with the new version', async ({
  server,
  user,
  show,
}) => {
  let stored = facts
  serve(server, () => stored)
  show(<Editing />)
  await user.type(await screen.findByLabelText('Phone'), '(415) 555-0100')
  stored = { ...facts, lastName: 'Park', version: 'v2' }
  await press(user, 'Save Changes')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(server.sent.filter(({ name }) => name === 'EditPatientDialog_Save').at(-1)?.variables).toEqual({
    input: { patientId: 'maren', phone: '(415) 555-0100', expectedVersion: 'v2' },
  })
})

test('a colleague’s change to the same field is shown, and replaced only when the user saves again', async ({
  server,
  user,
  show,
}) => {
  let stored: typeof facts = { ...facts, address: '1 Elm St' }
  serve(server, () => stored)
  show(<Editing />)
  await user.type(await screen.findByLabelText('Address'), ', Apt 2')
  stored = { ...stored, address: '418 Guerrero St', lastName: 'Park', version: 'v2' }
  await press(user, 'Save Changes')
  const told =
    'Someone else changed this to “418 Guerrero St” while you were editing. Save again to replace it.'
  await screen.findByText(told)
  expect(screen.getByLabelText('Address')).toHaveProperty('value', '1 Elm St, Apt 2')
  await press(user, 'Save Changes')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(server.sent.filter(({ name }) => name === 'EditPatientDialog_Save').at(-1)?.variables).toEqual({
    input: { patientId: 'maren', address: '1 Elm St, Apt 2', expectedVersion: 'v2' },
  })
})

test('without a response, the toast says what is safe and what to do, and the input stays', async ({
  server,
  user,
  show,
  toasts,
}) => {
  Object.assign(server.answers, {
    UseDraft: noDraft,
    AddPatientDialog: () => Promise.reject(new TypeError('failed')),
  })
  show(<Adding />)
  await fillIn(user)
  await press(user, 'Add Patient')
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({
    description: 'Failed to add patient',
    detail: 'No answer came. Nothing you typed is lost. Try again: your change is made only once.',
    action: { label: 'Try Again' },
  })
  expect(screen.getByLabelText(/^Last Name/)).toHaveProperty('value', 'Park')
})

test('a form that got no answer is sent again with the same key, and with a new one once its input has changed', async ({
  server,
  user,
  show,
  toasts,
}) => {
  Object.assign(server.answers, {
    UseDraft: noDraft,
    AddPatientDialog: () => Promise.reject(new TypeError('failed')),
  })
  show(<Adding />)
  await fillIn(user)
  await press(user, 'Add Patient')
  await vi.waitFor(() => expect(toasts).toHaveLength(1))
  await press(user, 'Add Patient')
  await vi.waitFor(() => expect(toasts).toHaveLength(2))
  await user.type(screen.getByLabelText(/^Last Name/), 'er')
  await press(user, 'Add Patient')
  await vi.waitFor(() => expect(toasts).toHaveLength(3))
  const [first, second, third] = server.keys.filter(
    (_key, at) => server.sent[at]?.name === 'AddPatientDialog',
  )
  expect(first).toMatch(/^[\d-]{20,}$/)
  expect(second).toBe(first)
  expect(third).toMatch(/^[\d-]{20,}$/)
  expect(third).not.toBe(first)
})

const message = 'Something went wrong on our side. Tell us this reference: 0199-a7'

test.for([
  ['shows the action’s message', {}, { description: 'Failed to add patient', detail: message }],
  ['after the change does not say that it failed', { isChanged: true }, { description: message }],
] as const)(
  'a server error with a reference for the log %s',
  async ([, facts, shown], { server, user, show, toasts }) => {
    const extensions = { code: 'internal', reference: '0199-a7', ...facts }
    Object.assign(server.answers, {
      UseDraft: noDraft,
      AddPatientDialog: () => Response.json({ data: null, errors: [{ message, extensions }] }),
    })
    show(<Adding />)
    await fillIn(user)
    await press(user, 'Add Patient')
    await vi.waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts[0]).toMatchObject(shown)
  },
)
