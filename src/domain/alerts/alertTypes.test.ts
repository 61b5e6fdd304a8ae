import { expect, test } from 'vitest'
import { alertTypeNames, alertTypes } from './alertTypes.ts'

test('an alert links to the screen of its subject', () => {
  const of = (patientId: string | null) =>
    Object.fromEntries(alertTypeNames.map((type) => [type, alertTypes[type].path(patientId)]))
  const chart = '/patients?patient=p'
  const places = {
    task_assigned: '/tasks',
    task_due: '/tasks',
    appointment_created: '/schedule',
    appointment_changed: '/schedule',
    appointment_cancelled: '/schedule',
    account_locked: '/users',
    administrator_added: '/users',
    role_changed: '/users',
    service_account_handed_over: '/users',
    key_created_account: '/users',
    evidence_head_late: '/audit-logs',
    time_stamp_late: '/audit-logs',
    api_key_created: '/settings',
    backup_failed: '/settings',
    audit_chain_broken: '/audit-logs',
    record_damaged: '/audit-logs',
    break_glass: '/audit-logs?breakGlass=open',
  }
  const ofPatients = {
    consent_signed: chart,
    consent_review: `${chart}&tab=consent`,
    consent_declined: `${chart}&tab=consent`,
    consent_expired: `${chart}&tab=consent`,
    patient_assigned: chart,
    patient_dropped: chart,
    record_uploaded: `${chart}&tab=records`,
    record_infected: `${chart}&tab=records`,
  }
  expect(of('p')).toMatchObject({ ...places, ...ofPatients })
  expect(of(null)).toMatchObject({
    ...places,
    ...Object.fromEntries(Object.keys(ofPatients).map((type) => [type, null])),
    // Several patients at once.
    patient_assigned: '/patients',
    // The file was rejected before it belonged to a patient.
    record_infected: '/audit-logs',
  })
})
