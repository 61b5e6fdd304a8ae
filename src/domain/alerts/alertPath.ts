import { paths, patientPath } from '../access/screens.ts'
import type { alertTypes } from './alert.ts'

type Told = { type: (typeof alertTypes)[number]; patientId: string | null }

/** The page to which an alert links; `null` if there is nothing more to see. */
export function alertPath({ type, patientId }: Told): string | null {
  switch (type) {
    case 'task_assigned':
    case 'task_due':
      return paths.tasks
    case 'appointment_created':
    case 'appointment_changed':
    case 'appointment_cancelled':
      return paths.schedule
    case 'account_locked':
    case 'administrator_added':
    case 'role_changed':
    case 'service_account_handed_over':
    case 'key_created_account':
      return paths.users
    case 'api_key_created':
      return paths.settings
    case 'audit_chain_broken':
    case 'record_damaged':
      return paths.auditLogs
    case 'break_glass':
      // Opens the list of break-the-glass accesses.
      return `${paths.auditLogs}?breakGlass=open`
    case 'record_infected':
      // Without a patient, the file was rejected before it belonged to one.
      return patientId === null ? paths.auditLogs : patientPath(patientId)
    default:
      return patientId === null ? null : patientPath(patientId)
  }
}
