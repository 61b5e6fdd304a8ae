import { describeActivity, wordsOf } from './descriptions.ts'

/** One row of the audit log, as it bears on one patient. */
type Access = {
  action: string
  resourceType: string
  /** Names of the filters of a list. */
  filters: readonly string[]
  /** Whether the row is about this patient alone, rather than a list that returned the patient among others. */
  isOnPatient: boolean
}

const onPatient: Record<string, string> = {
  'viewed patient': 'Viewed chart',
  'viewed patient_note': 'Viewed a note',
  'viewed patient_record': 'Viewed a record',
  'viewed signing_link': 'Viewed the signing link',
  'viewed consent_request': 'Viewed the consent form',
  'viewed forwarding': 'Viewed forwarded records',
  'viewed appointment': 'Viewed an appointment',
  'viewed task': 'Viewed a task',
  'viewed draft': 'Opened a draft',
  'viewed alert': 'Viewed an alert',
  'viewed audit_log': 'Viewed an audit log entry',
  'listed patient_note': 'Viewed notes',
  'listed patient_record': 'Viewed the list of records',
  'listed patient_status_change': 'Viewed status history',
  'listed patient_timeline': 'Viewed the timeline',
  'listed patient_access': 'Viewed access history',
  'listed patient_edit': 'Viewed edits with earlier values',
  'listed audit_log': 'Viewed audit log entries',
  'listed consent_request': 'Viewed consent requests',
  'listed forwarding': 'Viewed the list of forwardings',
  'listed disclosure': 'Viewed the accounting of disclosures',
  'listed appointment': 'Viewed appointments',
  'listed task': 'Viewed tasks',
  'downloaded consent_form': 'Downloaded the consent form',
  'downloaded patient_record': 'Downloaded a record',
  'downloaded appointment': 'Downloaded an appointment',
  'exported disclosure': 'Exported the accounting of disclosures',
  'exported audit_log': 'Exported audit log entries',
}

/** What lists and reports are of, where `wordsOf` does not say it well. */
const lists: Record<string, string> = {
  audit_log: 'audit log entries',
  consent_request: 'consents',
  mail: 'unsent mail',
  break_glass: 'break-the-glass events',
  patient_import: 'import results',
}

const listOf = (resourceType: string) => lists[resourceType] ?? `${wordsOf(resourceType)}s`

/** Describes an action in plain words: "Viewed chart", "Listed in a search of patients", "Exported in a report of tasks". */
export function describeAccess({ action, resourceType, filters, isOnPatient }: Access): string {
  if (action === 'denied') return 'Was refused access'
  if (resourceType === 'backup') return 'Included in a backup'
  if (resourceType === 'evidence') return 'Included in an evidence folder'
  if (resourceType === 'data_export')
    return action === 'downloaded' ? 'Downloaded in a full export' : 'Included in a full export'
  if (isOnPatient) return onPatient[`${action} ${resourceType}`] ?? describeActivity(action, resourceType)
  if (action === 'downloaded') return 'Included in a calendar feed'
  if (resourceType === 'consent_funnel') return 'Counted in a consent report'
  if (resourceType === 'clinic_report')
    return action === 'exported' ? 'Exported in a clinic report' : 'Shown in a clinic report'
  if (action === 'exported') return `Exported in a report of ${listOf(resourceType)}`
  if (resourceType === 'patient' && filters.includes('locked')) return 'Listed among restricted charts'
  return filters.includes('search')
    ? `Listed in a search of ${listOf(resourceType)}`
    : `Included in a list of ${listOf(resourceType)}`
}
