import { paths, patientPath } from '../access/screens.ts'
import type { alertTypes } from './alert.ts'

type Told = { type: (typeof alertTypes)[number]; patientId: string | null }

/** Where somebody goes on who has read an alert; `null` where it tells all there is. */
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
      return paths.users
    case 'audit_chain_broken':
    case 'record_damaged':
      return paths.auditLogs
    case 'break_glass':
      // Asks for the list of those who broke the glass.
      return `${paths.auditLogs}?breakGlass=open`
    case 'record_infected':
      // Without a patient it was refused before it was anybody's.
      return patientId === null ? paths.auditLogs : patientPath(patientId)
    default:
      return patientId === null ? null : patientPath(patientId)
  }
}
