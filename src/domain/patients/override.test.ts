import { expect, test } from 'vitest'
import { overrideEffects } from './override.ts'
import { overrideStatuses } from './status.ts'

test('the administrator sees the other effects of every override', () => {
  for (const to of overrideStatuses)
    expect(overrideEffects('treatment_completed', to).length).toBeGreaterThan(0)
  expect(overrideEffects('consent_sent', 'pending_consent')).toEqual(['An open consent request is voided.'])
  expect(overrideEffects('consent_sent', 'schedulable').join(' ')).toMatch(
    /request is voided.*recorded manually/,
  )
  expect(overrideEffects('pending_consent', 'consent_sent').join(' ')).toMatch(/Nothing is sent/)
  expect(overrideEffects('dropped', 'pending_records').join(' ')).toMatch(/returns to the caseload/)
  expect(overrideEffects('schedulable', 'pending_records')).toEqual(['Only the status changes.'])
})
