import { expect, test } from 'vitest'
import { describeAccess } from './access.ts'

const onPatient = (action: string, resourceType: string) => ({
  action,
  resourceType,
  filters: [],
  isOnPatient: true,
})
const inList = (action: string, resourceType: string, ...filters: string[]) => ({
  action,
  resourceType,
  filters,
  isOnPatient: false,
})

test.each([
  [onPatient('viewed', 'patient'), 'Viewed chart'],
  [onPatient('listed', 'patient_note'), 'Viewed notes'],
  [onPatient('downloaded', 'consent_form'), 'Downloaded the consent form'],
  [onPatient('updated', 'patient'), 'Patient updated'],
  [onPatient('denied', 'patient'), 'Was refused access'],
  [inList('listed', 'patient'), 'Included in a list of patients'],
  [inList('listed', 'patient', 'status', 'search'), 'Listed in a search of patients'],
  [inList('listed', 'patient', 'locked', 'search'), 'Listed among restricted charts'],
  [inList('listed', 'task', 'open'), 'Included in a list of tasks'],
  [inList('exported', 'patient'), 'Exported in a report of patients'],
  [inList('exported', 'consent_request'), 'Exported in a report of consents'],
  [inList('exported', 'audit_log'), 'Exported in a report of audit log entries'],
  [inList('downloaded', 'calendar_feed'), 'Included in a calendar feed'],
  [inList('exported', 'backup'), 'Included in a backup'],
  [inList('exported', 'data_export'), 'Included in a full export'],
  [inList('downloaded', 'data_export'), 'Downloaded in a full export'],
])('access is described in plain words: $1', (access, words) => {
  expect(describeAccess(access)).toBe(words)
})
