// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { PatientRow } from '#features/patients/PatientRow.ts'
import { ForwardRecordsDialog } from '#features/records/ForwardRecordsDialog.tsx'
import { test } from '#tests/support/component.tsx'

const rae = { id: 'rae', firstName: 'Rae', lastName: 'Okafor', role: 'attorney', firm: 'Okafor Law' }
const tom = { id: 'tom', firstName: 'Tom', lastName: 'Abara', role: 'attorney', firm: null }
const patient = {
  ...{ id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'pending_records' },
  ...{ assignedAttorney: tom, consentSignedAt: '2025-12-01T09:00:00.000Z', consentFormUrl: '/form' },
  ...{ recordsClosed: null, consentIsManual: false, createdBy: tom },
} as unknown as PatientRow

const record = (id: string, category: string) => ({
  node: {
    ...{ id, fileName: `${id}.pdf`, fileSize: 2048, mimeType: 'application/pdf', description: null },
    ...{ category, serviceDate: null, createdAt: '2025-12-02T09:00:00.000Z', scanState: 'clean' },
  },
})

test('one press forwards what the form covers to whom it names, and the title says so', async ({
  server,
  user,
  show,
}) => {
  Object.assign(server.answers, {
    ForwardRecordsDialog: () => ({
      patient: {
        id: 'maren',
        authorizedRecipients: [{ userId: 'rae', name: 'Rae Okafor', firm: 'Okafor Law' }],
        authorizedCategories: ['imaging'],
        authorizedPurpose: 'my claim',
        authorizedScope: { categories: ['imaging'], sensitive: [], serviceFrom: null, serviceTo: null },
      },
      assignableUsers: [tom, rae],
      patientRecords: {
        pageInfo: { hasNextPage: false },
        edges: [record('mri', 'imaging'), record('bill', 'billing')],
      },
    }),
    ForwardRecordsDialog_Send: () => ({
      forwardRecords: {
        ...{ path: '/forwarded/secret', isMailed: true, patient: { id: 'maren' } },
        forwarding: { id: 'f', expiresAt: '2026-01-12T15:00:00.000Z', recipient: rae },
      },
    }),
  })
  show(<ForwardRecordsDialog patient={patient} onClose={() => {}} />)
  const form = await screen.findByRole('dialog', {
    name: 'Forward Records',
    description: 'Maren Okafor: 1 of 2 records to Rae Okafor, Okafor Law',
  })
  expect(within(form).getByRole('checkbox', { name: /^mri/ })).toHaveProperty('checked', true)
  expect(within(form).getByRole('checkbox', { name: /^bill/ })).toHaveProperty('checked', false)
  await user.click(within(form).getByRole('button', { name: 'Forward Records' }))
  await screen.findByRole('dialog', { name: 'Records Forwarded' })
  await waitFor(() =>
    expect(server.sent.at(-1)?.variables).toEqual({
      input: {
        ...{ patientId: 'maren', recordIds: ['mri'], recipientId: 'rae', purpose: 'my claim' },
        ...{ note: '', basis: 'authorization' },
      },
    }),
  )
})

test('a record about substance use treatment cannot be chosen for a subpoena, and says what it needs', async ({
  server,
  user,
  show,
}) => {
  Object.assign(server.answers, {
    ForwardRecordsDialog: () => ({
      patient: {
        ...{ id: 'maren', authorizedRecipients: [], authorizedCategories: [], authorizedPurpose: null },
        authorizedScope: null,
      },
      assignableUsers: [rae],
      patientRecords: {
        pageInfo: { hasNextPage: false },
        edges: [record('mri', 'imaging'), record('program', 'substance_use')],
      },
    }),
    ForwardRecordsDialog_Send: () =>
      Response.json({
        data: null,
        errors: [
          { message: 'No', extensions: { code: 'invalid', fields: { recordIds: 'mri.pdf was refused' } } },
        ],
      }),
  })
  show(<ForwardRecordsDialog patient={{ ...patient, consentFormUrl: null }} onClose={() => {}} />)
  await screen.findByLabelText('Legal Basis', { exact: false })
  const form = screen.getByRole('dialog', { name: 'Forward Records' })
  await user.selectOptions(within(form).getByLabelText('Legal Basis', { exact: false }), 'subpoena')
  expect(within(form).getByRole('checkbox', { name: /^program.*court order/ })).toHaveProperty(
    'disabled',
    true,
  )
  await user.click(within(form).getByRole('checkbox', { name: /^mri/ }))
  await user.selectOptions(within(form).getByRole('combobox', { name: /^Recipient/ }), 'rae')
  for (const [label, text] of [
    ['Document or Number', 'No. 12'],
    ['Why on This Basis', 'The court asks'],
    ['Purpose', 'Claim'],
  ] as const)
    await user.type(within(form).getByLabelText(label, { exact: false }), text)
  await user.click(within(form).getByRole('button', { name: 'Forward Records' }))
  expect(await within(form).findByText('mri.pdf was refused')).toBeTruthy()

  await user.selectOptions(within(form).getByLabelText('Legal Basis', { exact: false }), 'court_order')
  expect(within(form).getByRole('checkbox', { name: /^program/ })).toHaveProperty('disabled', false)
})
