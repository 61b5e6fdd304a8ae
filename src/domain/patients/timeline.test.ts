import { expect, test } from 'vitest'
import type { AuditAction } from '../audit/descriptions.ts'
import { describeTimeline, timelineResources } from './timeline.ts'

test.for<[AuditAction, string, object | null, string]>([
  ['created', 'patient', null, 'Patient added'],
  ['updated', 'patient', { fields: ['phone', 'address'] }, 'Edited: Phone, Address'],
  ['updated', 'patient', { fields: ['assignedAttorney'] }, 'Assignment changed'],
  ['updated', 'patient', { fields: ['consultationDate'] }, 'Consultation scheduled'],
  [
    'updated',
    'patient',
    { fields: ['status'], from: 'schedulable', to: 'treatment_completed' },
    'Status changed from Schedulable to Treatment Completed',
  ],
  ['updated', 'patient', { fields: ['status', 'dropReason'], status: 'dropped' }, 'Patient dropped'],
  ['updated', 'patient', { fields: ['restrictedAt'], isRestricted: true }, 'Chart restricted'],
  ['viewed', 'consent_request', null, 'Patient opened consent form'],
  ['viewed', 'consent_request', { fields: ['state'] }, 'Patient asked what became of a link'],
  ['locked', 'consent_request', { attempts: 10 }, 'Signing link locked after too many wrong answers'],
  ['updated', 'consent_request', { fields: ['identityCheckedAt'] }, 'Patient confirmed identity'],
  [
    'updated',
    'consent_request',
    { fields: ['paperRequestedAt', 'disclosureAgreedAt'] },
    'Patient asked for a paper form',
  ],
  [
    'updated',
    'consent_request',
    { fields: ['disclosureAgreedAt'], disclosure: 'esign-1' },
    'Patient agreed to sign electronically',
  ],
  ['updated', 'consent_request', { fields: ['nextReminderAt'], reminder: 2 }, 'Patient reminded to sign'],
  ['updated', 'consent_request', { fields: ['state'], state: 'failed' }, 'Consent form could not be sent'],
  ['updated', 'consent_request', { fields: ['reviewState'], state: 'rejected' }, 'Signed form rejected'],
  ['consent_signed', 'consent_request', null, 'Patient signed consent form'],
  ['created', 'patient_request', null, 'Request by the patient recorded'],
  ['updated', 'patient_request', { fields: ['answeredOn', 'outcome'] }, 'Request by the patient answered'],
  ['updated', 'appointment', { fields: ['status'], status: 'no_show' }, 'Patient did not come'],
  ['updated', 'appointment', { fields: ['arrivedAt'], hasArrived: true }, 'Patient arrived'],
  ['updated', 'appointment', { fields: ['arrivedAt'], hasArrived: false }, 'Arrival undone'],
  ['updated', 'appointment', { fields: ['notes'] }, 'Appointment edited'],
  ['updated', 'task', { fields: ['status'], status: 'completed' }, 'Task completed'],
  ['updated', 'task', { fields: ['dueToldAt'] }, 'Task came due'],
  ['updated', 'patient_record', { fields: ['deletedAt'], restored: true }, 'Record restored'],
  ['updated', 'patient_record', { fields: ['category'] }, 'Record details edited'],
  ['updated', 'patient_record', { fields: ['imageDescription'] }, 'Record details edited'],
  ['updated', 'patient_record', { fields: ['scanState'], scanState: 'clean' }, 'Record checked for viruses'],
  ['created', 'forwarding', { count: 2 }, 'Records forwarded'],
])('%s %s with %o is described as $3', ([action, resourceType, details, words]) => {
  expect(describeTimeline({ action, resourceType, details })).toBe(words)
})

test('an attorney’s timeline leaves out what is only for the clinic, and records while they are closed', () => {
  const clinic = timelineResources({ seesRecords: true, isClinic: true })
  const attorney = timelineResources({ seesRecords: true, isClinic: false })
  const closed = timelineResources({ seesRecords: false, isClinic: false })
  expect(clinic.filter((type) => !attorney.includes(type))).toEqual([
    'forwarding',
    'legal_hold',
    'patient_request',
  ])
  expect(attorney.filter((type) => !closed.includes(type))).toEqual(['patient_record'])
})
