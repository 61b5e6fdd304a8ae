import type { AppointmentStatus } from '#domain/appointments/appointment.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'

/** The color and icon of each status. The type requires an entry for every status. */
export const appointmentLook: Record<AppointmentStatus, { tone: Tone; icon: IconName }> = {
  scheduled: { tone: 'ready', icon: 'calendar' },
  completed: { tone: 'positive', icon: 'check' },
  cancelled: { tone: 'critical', icon: 'slash' },
  no_show: { tone: 'caution', icon: 'alert' },
}
