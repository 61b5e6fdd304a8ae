import type { PatientStatus } from '#domain/patients/status.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'

/** The color and icon of each status. The type requires an entry for every status. */
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
