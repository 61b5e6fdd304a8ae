// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { FormReviewFragment } from '#generated/graphql.ts'
import { test } from '#tests/support/component.tsx'
import { FormReview } from './FormReview.tsx'
import type { PatientRow } from './PatientRow.ts'

const review = (authorizationExpiresAt: string | null) => (
  <FormReview
    patient={{ id: 'maren', firstName: 'Maren', lastName: 'Okafor' } as PatientRow}
    request={
      {
        ...{ id: 'form', signerName: 'M. Okafor', representativeRelation: null, authorityProof: null },
        ...{ proofUrl: null, formUrl: null, reviewReasons: ['name_differs'], authorizationExpiresAt },
      } as FormReviewFragment
    }
  />
)

test('a form that expired while it waited can only be rejected', ({ show }) => {
  // It is 10 o'clock on January 5.
  show(review('2026-01-05T14:59:00.000Z'))
  expect(screen.queryByRole('button', { name: 'Accept Form' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reject Form' })).toBeTruthy()
  expect(screen.getByText(/expired on Jan 5, 2026, while it waited/)).toBeTruthy()
})

test('a form that is still valid, or has no end, can be accepted', ({ show }) => {
  for (const end of ['2026-01-06T15:00:00.000Z', null]) {
    const { unmount } = show(review(end))
    expect(screen.getByRole('button', { name: 'Accept Form' })).toBeTruthy()
    expect(screen.queryByText(/while it waited/)).toBeNull()
    unmount()
  }
})
