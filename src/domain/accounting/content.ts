import { readActions } from '../audit/descriptions.ts'

/** A row of the audit log by which a recipient outside of the clinic saw data of a patient. */
type Look = {
  action: string
  resourceType: string
  /** Whether the row is about this patient alone, rather than a list that returned the patient among others. */
  isOnPatient: boolean
}

/** What was shown, for the patient. Each resource type means the same in a chart and in a list of several patients. */
const contents: Record<string, string> = {
  patient: 'Chart: name, contact details, birth date, injury, status and consultation',
  patient_note: 'Notes that the clinic shares with the attorney',
  patient_record: 'Details of records: file names, kinds and dates',
  patient_status_change: 'Status history',
  patient_timeline: 'Timeline of the chart',
  consent_request: 'Consent requests',
  consent_form: 'Signed consent form',
  appointment: 'Appointments',
  task: 'Tasks about the patient',
  alert: 'Alerts about the patient',
  forwarding: 'Forwarded records',
  consent_funnel: 'Report on consents',
  clinic_report: 'Clinic report',
  consent: 'Report on consents',
  bulk_job: 'Results of an action on several patients',
  draft: 'A draft about the patient',
}

const inLists: Record<string, string> = {
  patient: 'Patient list: name, contact details, birth date, injury and status',
}

/**
 * Describes what the recipient saw. A type that is not listed is still described, so that a new operation cannot drop out
 * of the accounting.
 */
export function disclosedContent({ action, resourceType, isOnPatient }: Look): string {
  const words = resourceType.replaceAll('_', ' ')
  const what =
    (!isOnPatient && inLists[resourceType]) || contents[resourceType] || `Data of the patient (${words})`
  if (!(readActions as readonly string[]).includes(action))
    return `Shown after a change by the recipient. ${what}`
  if (action === 'exported') return `Exported as a file. ${what}`
  return action === 'downloaded' && resourceType === 'appointment' ? `Calendar. ${what}` : what
}
