// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { test } from '#tests/support/component.tsx'
import { MoveRecordDialog } from './MoveRecordDialog.tsx'

const record = { id: 'scan', fileName: 'scan.pdf' } as Partial<RecordRowFragment> as RecordRowFragment
const lena = { id: 'lena', firstName: 'Lena', lastName: 'Okafor', email: '', status: 'schedulable' }

test.for([
  { isSamePatient: false, told: /^2 disclosures by mistake are in the accounting of the right patient/ },
  { isSamePatient: true, told: 'Its disclosures stay in the accounting of this chart.' },
])(
  'a message says what happened to the disclosures of a moved record: $told',
  async ({ isSamePatient, told }, { server, user, show, toasts }) => {
    Object.assign(server.answers, {
      PatientPicker: () => ({ patients: { edges: [{ node: { ...lena, assignedAttorney: null } }] } }),
      MoveRecordDialog: () => ({
        moveRecord: { mistakes: isSamePatient ? 0 : 2, record: { id: 'scan', patientId: 'lena' } },
      }),
    })
    const onClose = vi.fn()
    show(<MoveRecordDialog patientId="maren" record={record} onClose={onClose} />)
    const move = () => user.click(screen.getByRole('button', { name: 'Move Record' }))
    await move()
    await screen.findByText('Choose the right patient')
    expect(onClose).not.toHaveBeenCalled()

    await user.type(screen.getByRole('combobox', { name: /^Right Patient/ }), 'lena')
    await user.click(await screen.findByRole('option', { name: /Lena Okafor/ }))
    expect(screen.queryByText('Choose the right patient')).toBeNull()
    if (isSamePatient) await user.click(screen.getByRole('checkbox', { name: /^Both charts/ }))
    await user.type(screen.getByLabelText(/^Reason/), 'The scan is of Lena')
    await move()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    const sent = server.sent.filter(({ name }) => name === 'MoveRecordDialog')
    expect(sent.map(({ variables }) => variables?.input)).toEqual([
      {
        patientId: 'maren',
        recordId: 'scan',
        toPatientId: 'lena',
        isSamePatient,
        reason: 'The scan is of Lena',
      },
    ])
    expect(toasts).toMatchObject([
      { title: 'Moved to the chart of Lena Okafor', description: expect.stringMatching(told) },
    ])
  },
)
