export const appointmentStatuses = ['scheduled', 'completed', 'cancelled', 'no_show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Minutes an appointment lasts unless told (SPEC section 9). */
export const DEFAULT_DURATION = 60
