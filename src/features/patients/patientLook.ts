import type { PatientStatus } from '#domain/patients/status.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'

/** How each status looks beside its word; a new status does not compile until it has a look. */
export const statusLook: Record<PatientStatus, { tone: Tone; icon: IconName }> = {
  pending_consent: { tone: 'caution', icon: 'clock' },
  consent_sent: { tone: 'info', icon: 'send' },
  consent_signed: { tone: 'positive', icon: 'check' },
  schedulable: { tone: 'ready', icon: 'calendar' },
  treatment_completed: { tone: 'done', icon: 'check' },
  pending_records: { tone: 'slate', icon: 'clock' },
  records_forwarded: { tone: 'slate', icon: 'file' },
  dropped: { tone: 'critical', icon: 'slash' },
}
