import type { AppointmentStatus } from '#domain/appointments/appointment.ts'
import type { IconName } from '#ui/iconPaths.ts'
import type { Tone } from '#ui/theme.css.ts'

type Look = { tone: Tone; icon: IconName }

/** The color and icon of each status. The type requires an entry for every status. */
const appointmentLook: Record<AppointmentStatus, Look> = {
  scheduled: { tone: 'ready', icon: 'calendar' },
  completed: { tone: 'positive', icon: 'check' },
  cancelled: { tone: 'critical', icon: 'slash' },
  no_show: { tone: 'caution', icon: 'alert' },
}

/** The look of a status. A newer server may send one that this page does not know yet. */
export const lookOf = (status: AppointmentStatus): Look =>
  appointmentLook[status] ?? { tone: 'neutral', icon: 'calendar' }
