// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import type { PatientRow } from './PatientRow.ts'
import { ReassignDialog } from './ReassignDialog.tsx'

const rae = { id: 'rae', firstName: 'Rae', lastName: 'Okafor', role: 'attorney', firm: null }
const lee = { ...rae, id: 'lee', firstName: 'Lee', lastName: 'Park' }
const maren = { id: 'maren', firstName: 'Maren', lastName: 'Doe', status: 'consent_sent' }
const onAction = vi.fn()

beforeEach(() => onAction.mockReset())

const dialog = (
  <ReassignDialog
    patient={{ ...maren, createdBy: { id: 'ada' }, assignedAttorney: rae } as unknown as PatientRow}
    onAction={onAction}
    onClose={() => {}}
    onLink={null}
    onRefusal={() => {}}
  />
)

const recipientOf = ({ id, firstName, lastName }: typeof rae) => ({
  ...{ userId: id, name: `${firstName} ${lastName}`, firm: null, address: null },
})

test.for([
  ['an open form for the earlier attorney', { state: 'sent', to: rae }, true],
  ['a form that ended', { state: 'voided', to: rae }, false],
  ['an open form for the new attorney', { state: 'sent', to: lee }, false],
] as const)('with %s', async ([, { state, to }, isOffered], { server, user, show, toasts }) => {
  Object.assign(server.answers, {
    PatientAssignees: () => ({ assignableUsers: [rae, lee] }),
    ReassignDialog: () => ({
      patient: {
        id: 'maren',
        authorizedRecipients: null,
        newestConsentRequest: { id: 'form', state, recipients: [recipientOf(to)] },
      },
    }),
    ReassignDialog_Save: () => ({ reassignPatient: { id: 'maren', assignedAttorney: lee } }),
  })
  show(dialog)
  await user.selectOptions(await screen.findByLabelText(/^Assigned To/), 'lee')
  expect(screen.queryByLabelText('Then resend the form, for Lee Park') !== null).toBe(isOffered)
  await user.click(screen.getByRole('button', { name: 'Reassign Patient' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(onAction.mock.calls.map(([action]) => action)).toEqual(isOffered ? ['resend_consent'] : [])
})

const sam = { ...rae, id: 'sam', firstName: 'Sam', lastName: 'Rivera', role: 'staff' }
const some = { edges: [{ node: { id: 'one' } }] }

test.for([
  ['an attorney with a task', { former: rae, tasks: some }, [true, false]],
  ['an attorney with an appointment', { former: rae, appointments: some }, [true, false]],
  ['a staff member, who still sees the patient', { former: sam, tasks: some }, [false, true]],
  ['an attorney with nothing to do', { former: rae }, [undefined, undefined]],
] as const)('the work of %s', async ([, { former, ...work }, sent], { server, user, show }) => {
  const none = { edges: [] }
  Object.assign(server.answers, {
    PatientAssignees: () => ({ assignableUsers: [rae, lee, sam] }),
    ReassignDialog: () => ({
      ...{ tasks: none, appointments: none, ...work },
      patient: { id: 'maren', authorizedRecipients: null, newestConsentRequest: null },
    }),
    ReassignDialog_Save: () => ({ reassignPatient: { id: 'maren', assignedAttorney: lee } }),
  })
  const patient = { ...maren, createdBy: { id: 'ada' }, assignedAttorney: former } as unknown as PatientRow
  show(<ReassignDialog {...dialog.props} patient={patient} />)
  await user.selectOptions(await screen.findByLabelText(/^Assigned To/), 'lee')
  const save = () => user.click(screen.getByRole('button', { name: 'Reassign Patient' }))
  await save()
  const choice = screen.queryByLabelText(/^Also give Lee Park the open tasks/)
  if (choice) await user.click(choice)
  await save()
  await waitFor(() =>
    expect(
      server.sent
        .filter(({ name }) => name === 'ReassignDialog_Save')
        .map(({ variables }) => (variables.input as { transfersWork?: boolean }).transfersWork),
    ).toEqual(sent),
  )
  expect(server.sent.find(({ name }) => name === 'ReassignDialog')?.variables).toEqual({
    ...{ patientId: 'maren', formerId: former.id, isAssigned: true },
  })
})
