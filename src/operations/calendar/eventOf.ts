import type { CalendarEvent } from '#infra/calendarFile.ts'
import type { Appointment } from '#infra/prisma/client.ts'

/** The parts of an appointment that a calendar may have. */
export const eventOf = (appointment: Appointment): CalendarEvent => {
  const { id, scheduledAt, duration, isConsultation, status, createdAt, updatedAt } = appointment
  return {
    id,
    scheduledAt,
    duration,
    isConsultation,
    isCancelled: status === 'cancelled',
    createdAt,
    updatedAt,
  }
}
