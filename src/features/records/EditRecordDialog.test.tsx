// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { test } from '#tests/support/component.tsx'
import { EditRecordDialog } from './EditRecordDialog.tsx'

const record = {
  id: 'scan',
  version: 'v1',
  fileName: 'scan.pdf',
  category: 'imaging',
  serviceDate: '2026-01-02',
  identifiers: [],
} as Partial<RecordRowFragment> as RecordRowFragment

const stale = () => {
  const extensions = { code: 'stale', version: 'v2' }
  return Response.json({ data: null, errors: [{ message: 'This record was changed', extensions }] })
}

test('a colleague’s change to the other field stays, and one to the same field is shown first', async ({
  server,
  user,
  show,
}) => {
  let stored = record
  Object.assign(server.answers, {
    EditRecordDialog_Current: () => ({ patientRecord: stored }),
    EditRecordDialog: ({ input }: { input: { expectedVersion: string } }) =>
      input.expectedVersion === stored.version ? { editRecord: stored } : stale(),
  })
  const onClose = vi.fn()
  show(<EditRecordDialog patientId="maren" record={record} onClose={onClose} />)
  const sent = () =>
    server.sent.filter(({ name }) => name === 'EditRecordDialog').map(({ variables }) => variables?.input)
  const save = () => user.click(screen.getByRole('button', { name: 'Save Record' }))

  await user.selectOptions(screen.getByLabelText('Category'), 'Billing')
  stored = { ...record, category: 'medications', serviceDate: '2026-01-03', version: 'v2' }
  await save()
  await screen.findByText(/^Someone else changed this to “.*” while you were editing/)
  expect(onClose).not.toHaveBeenCalled()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const on = { patientId: 'maren', recordId: 'scan', category: 'billing' }
  expect(sent()).toEqual([
    { ...on, expectedVersion: 'v1' },
    { ...on, expectedVersion: 'v2' },
  ])
})
