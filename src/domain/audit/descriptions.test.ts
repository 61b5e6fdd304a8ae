import { expect, test } from 'vitest'
import { describeActivity } from './descriptions.ts'

test.each([
  ['consent_signed', 'consent_request', 'Patient signed consent form'],
  ['consent_sent', 'consent_request', 'Consent form sent to patient'],
  ['created', 'patient', 'New patient registered'],
  ['created', 'appointment', 'Appointment scheduled'],
  ['created', 'patient_note', 'New patient note created'],
  ['created', 'api_key', 'New API key created'],
  ['updated', 'patient', 'Patient updated'],
  ['login_failed', 'session', 'Login failed session'],
  ['denied', 'dropPatient', 'Access denied'],
])('%s on %s reads: %s', (action, resourceType, sentence) => {
  expect(describeActivity(action, resourceType)).toBe(sentence)
})
