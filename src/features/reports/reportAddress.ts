import { paths } from '#domain/access/screens.ts'
import { isPatientStatus } from '#domain/patients/status.ts'

/** Each report by the word that its call has. */
export const reports = [
  { id: 'patients', label: 'Patients' },
  { id: 'consents', label: 'Consent funnel' },
  { id: 'tasks', label: 'Tasks' },
  { id: 'appointments', label: 'Appointments' },
] as const
export type ReportName = (typeof reports)[number]['id']

/** The days a report is of; empty for no limit. */
export type Days = { fromDay: string; toDay: string }

/** What narrows the patient list that is in view; nothing on any other screen. */
export function listFilters(): { status?: string; search?: string } {
  if (location.pathname !== paths.patients) return {}
  const query = new URLSearchParams(location.search)
  const [status, search] = [query.get('status'), query.get('search')]
  return { ...(isPatientStatus(status) && { status }), ...(search && { search }) }
}

/** What a report is asked for, without what was left empty. */
export function reportFilters(report: ReportName, days: Days): Record<string, string> {
  const given = { ...days, ...(report === 'patients' && listFilters()) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

/** Where a report comes from as CSV. */
export function reportPath(report: ReportName, days: Days): string {
  const query = new URLSearchParams(reportFilters(report, days))
  return `/api/reports/${report}.csv${query.size > 0 ? `?${query}` : ''}`
}
