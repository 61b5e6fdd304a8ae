import { paths } from '#domain/access/screens.ts'
import { isPatientStatus } from '#domain/patients/status.ts'

/** The reports by their name in the URL. `isForAttorneys`: what only attorneys write. */
export const reports = [
  { id: 'patients', label: 'Patients' },
  { id: 'consents', label: 'Consent funnel' },
  { id: 'tasks', label: 'Tasks' },
  { id: 'appointments', label: 'Appointments' },
  { id: 'work-product', label: 'My work product', isForAttorneys: true },
] as const
export type ReportName = (typeof reports)[number]['id']

/** The period of a report; empty for no limit. */
export type Days = { fromDay: string; toDay: string }

/** The filters of the visible patient list; none on other screens. */
export function listFilters(): { status?: string; search?: string } {
  if (location.pathname !== paths.patients) return {}
  const query = new URLSearchParams(location.search)
  const [status, search] = [query.get('status'), query.get('search')]
  return { ...(isPatientStatus(status) && { status }), ...(search && { search }) }
}

/** The filters of a report, without empty ones. */
export function reportFilters(report: ReportName, days: Days): Record<string, string> {
  const filters = { ...days, ...(report === 'patients' && listFilters()) }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
}

/** The URL of a report as CSV. */
export function reportPath(report: ReportName, days: Days): string {
  const query = new URLSearchParams(reportFilters(report, days))
  return `/api/reports/${report}.csv${query.size > 0 ? `?${query}` : ''}`
}
