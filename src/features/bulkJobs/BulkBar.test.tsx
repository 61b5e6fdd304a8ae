// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { test } from '#tests/support/component.tsx'
import type { Selection } from '../patients/useSelection.ts'
import { BulkBar } from './BulkBar.tsx'

const rae = { id: 'rae', firstName: 'Rae', lastName: 'Okafor', role: 'attorney', firm: null }
const lee = { ...rae, id: 'lee', firstName: 'Lee', lastName: 'Park' }
const sam = { ...rae, id: 'sam', firstName: 'Sam', lastName: 'Rivera', role: 'staff' }
const maren = { id: 'maren', firstName: 'Maren', lastName: 'Doe' }

const nothing = {
  ...{ unnamedCount: 0, unnamedPatients: [], openCount: 0, openPatients: [] },
  ...{ openTaskCount: 0, appointmentCount: 0, formerAssignees: [] },
}
const clear = vi.fn()
const selected = {
  ...{ count: 2, isAll: false, isPageSelected: false, clear },
  selection: { patientIds: ['maren', 'kim'] },
} as unknown as Selection

beforeEach(() => clear.mockReset())

test.for([
  ['nothing to know', {}, { presses: [], sent: false }],
  [
    'a form that does not name the attorney',
    { unnamedCount: 1, unnamedPatients: [maren] },
    { presses: ['Assign Anyway'], sent: false },
  ],
  [
    'work of an attorney, who will no longer see it',
    { openTaskCount: 3, appointmentCount: 1, formerAssignees: [lee, sam] },
    { presses: ['Assign Patients'], sent: true },
  ],
  [
    'work of an attorney that stays by choice',
    { appointmentCount: 1, formerAssignees: [lee] },
    {
      presses: [
        /^Also give Rae Okafor the 1 appointment that Lee Park has for these patients$/,
        'Assign Patients',
      ],
      sent: false,
    },
  ],
  [
    'work of staff, who may go on with it',
    { openTaskCount: 1, formerAssignees: [sam] },
    { presses: ['Assign Patients'], sent: false },
  ],
] as const)(
  'several patients are assigned with %s',
  async ([, preview, { presses, sent }], { server, user, show }) => {
    Object.assign(server.answers, {
      PatientAssignees: () => ({ assignableUsers: [rae, lee, sam] }),
      BulkBar_AssignmentPreview: () => ({ assignmentPreview: { ...nothing, ...preview } }),
      BulkBar_Assign: () => ({ assignPatients: { id: 'job' } }),
    })
    show(<BulkBar selected={selected} total={2} isTotalExact />)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Assign' })).toHaveProperty('disabled', false),
    )
    await user.click(screen.getByRole('button', { name: 'Assign' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rae Okafor' }))
    for (const press of presses) {
      const role = typeof press === 'string' ? 'button' : 'checkbox'
      await user.click(await screen.findByRole(role, { name: press }))
    }
    await waitFor(() => expect(clear).toHaveBeenCalled())
    expect(server.sent.at(-1)).toEqual({
      name: 'BulkBar_Assign',
      variables: { input: { selection: selected.selection, assignedAttorney: 'rae', transfersWork: sent } },
    })
  },
)

test('nothing can be started before a patient is selected', async ({ server, show }) => {
  Object.assign(server.answers, { PatientAssignees: () => ({ assignableUsers: [rae] }) })
  const none = { ...selected, count: 0, isSelecting: true, selection: { patientIds: [] } }
  show(<BulkBar selected={none as unknown as Selection} total={2} isTotalExact />)
  await waitFor(() => expect(server.sent.map(({ name }) => name)).toEqual(['PatientAssignees']))
  const enabled = screen.getAllByRole<HTMLButtonElement>('button').filter(({ disabled }) => !disabled)
  expect(enabled.map(({ textContent }) => textContent)).toEqual(['Clear Selection'])
})
