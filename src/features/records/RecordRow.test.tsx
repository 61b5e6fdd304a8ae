// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { HELD } from '#domain/legalHolds/legalHold.ts'
import { PART_2_STATEMENT } from '#domain/records/part2.ts'
import type { RecordRowFragment } from '#generated/graphql.ts'
import { test } from '#tests/support/component.tsx'
import { RecordRow } from './RecordRow.tsx'

const record = {
  id: 'scan',
  version: 'v1',
  fileName: 'scan.pdf',
  fileSize: 2048,
  mimeType: 'application/pdf',
  description: null,
  imageDescription: null,
  category: null,
  serviceDate: null,
  removed: [],
  createdAt: '2026-01-05T15:00:00.000Z',
  uploadedBy: { id: 'noor', firstName: 'Noor', lastName: 'Haddad' },
  scanState: 'clean',
  scanReason: null,
  scanFinding: null,
  scanTrouble: null,
  scannedAt: '2026-01-05T15:01:00.000Z',
  isServed: true,
  isRescannable: false,
  isDescribable: false,
  isHeld: false,
  identifiers: [],
} as RecordRowFragment

type Acts = Pick<Parameters<typeof RecordRow>[0], 'onEdit' | 'onDescribe' | 'onMove'>

const row = (given: Partial<RecordRowFragment>, acts: Partial<Acts> = {}) => (
  <RecordRow
    patientId="maren"
    record={{ ...record, ...given }}
    onView={() => undefined}
    onRescan={() => undefined}
    onDescribe={() => undefined}
    onDelete={undefined}
    onEdit={undefined}
    onMove={undefined}
    {...acts}
  />
)

test('a record that waits for the virus scanner says so and cannot be opened', ({ show }) => {
  show(row({ scanState: 'waiting', scannedAt: null, isServed: false }))
  const shown = screen.getByRole('listitem')
  expect(shown.textContent).toContain('Being scanned')
  expect(shown.textContent).toContain('It can be opened once it has been scanned.')
  expect(screen.queryByRole('link', { name: 'Download scan.pdf' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'View scan.pdf' })).toBeNull()
})

test('a record that the scanner could not check says why, and that it is tried again', ({ show }) => {
  show(
    row({
      scanState: 'waiting',
      scannedAt: null,
      isServed: false,
      scanTrouble: 'The scanner does not answer',
    }),
  )
  expect(screen.getByRole('listitem').textContent).toContain(
    'The scanner does not answer. Caseload will try again automatically.',
  )
})

test('a clean record can be opened and downloaded', ({ show }) => {
  show(row({}))
  expect(screen.getByRole('listitem').textContent).toContain('No harmful software found on Jan 5, 10:01 AM')
  expect(screen.getByRole('link', { name: 'Download scan.pdf' }).getAttribute('href')).toBe(
    '/api/patients/maren/records/scan/file',
  )
  expect(screen.getByRole('button', { name: 'View scan.pdf' })).toBeDefined()
})

test('a record has one edit button, with a menu if there are several ways to change it', async ({
  show,
  user,
}) => {
  const acts = { onEdit: vi.fn(), onDescribe: vi.fn(), onMove: vi.fn() }
  show(row({ isDescribable: true, isHeld: true }, acts))
  await user.click(screen.getByRole('button', { name: 'Edit scan.pdf' }))
  const move = await screen.findByRole('menuitem', { name: /^Move to Another Chart/ })
  expect(move.getAttribute('aria-disabled')).toBe('true')
  expect(move.textContent).toContain(HELD)
  await user.click(screen.getByRole('menuitem', { name: 'Edit Image Description' }))
  expect(acts.onDescribe).toHaveBeenCalledOnce()
  expect([acts.onEdit, acts.onMove].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test('a record about substance use treatment says what its recipients must know', ({ show }) => {
  show(row({ category: 'substance_use' }))
  expect(screen.getByText(PART_2_STATEMENT)).toBeTruthy()
})
