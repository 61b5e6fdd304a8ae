// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { Notes } from '#features/notes/Notes.tsx'
import { PatientOverview } from '#features/patients/PatientOverview.tsx'
import type { PatientDialogQuery } from '#generated/graphql.ts'
import { test } from '#tests/support/component.tsx'

const attorney = { role: 'attorney' } as const
const at = '2025-12-01T09:00:00.000Z'
const patient = {
  ...{ id: 'maren', firstName: 'Maren', lastName: 'Okafor', status: 'pending_consent', statusSince: at },
  ...{ shownEmail: 'maren@example.test', email: 'maren@example.test', preferredLanguage: 'en' },
  ...{ createdAt: at, createdBy: { id: 'ada', firstName: 'Ada', lastName: 'Marsh' }, identifiers: [] },
  ...{ recordsClosed: 'not_signed', clinicalTextsClosed: 'not_signed', injuryDescription: null, notes: null },
} as unknown as PatientDialogQuery['patient']
const history = { edges: [] }

const shownFor = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent

test('a text that is closed to an attorney is not called empty', async ({ show }) => {
  show(<PatientOverview patient={patient} history={history} isChanged={false} />, attorney)
  for (const label of ['Injury Description', 'Notes'])
    expect(shownFor(label)).toBe('Closed to you. The patient has not signed yet.')
  expect(shownFor('Address')).toBe('Not given')
})

test('a text that is open and empty is called empty', async ({ show }) => {
  const open = { ...patient, recordsClosed: null, clinicalTextsClosed: null }
  show(<PatientOverview patient={open} history={history} isChanged={false} />, attorney)
  expect(shownFor('Injury Description')).toBe('Not given')
  expect(shownFor('Notes')).toBe('None')
})

test('the notes of the clinic that are closed to an attorney are not passed over in silence', async ({
  server,
  show,
}) => {
  Object.assign(server.answers, {
    Notes: () => ({ patientNotes: { pageInfo: { hasNextPage: false, endCursor: null }, edges: [] } }),
    UseDraft: () => ({ myDraft: null }),
  })
  const closed = { id: 'maren', clinicalTextsClosed: 'not_covered' } as const
  show(<Notes patient={closed} />, attorney)
  await screen.findByText('No notes yet')
  expect(screen.getByText('You see only the notes that you wrote.').parentElement?.textContent).toContain(
    'The signed form covers only some records.',
  )
})
