import type { AppointmentStatus } from '#domain/appointments/appointment.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'

/** How each status looks beside its word; a new status does not compile until it has a look. */
export const appointmentLook: Record<AppointmentStatus, { tone: Tone; icon: IconName }> = {
  scheduled: { tone: 'ready', icon: 'calendar' },
  completed: { tone: 'positive', icon: 'check' },
  cancelled: { tone: 'critical', icon: 'slash' },
  no_show: { tone: 'caution', icon: 'alert' },
}
