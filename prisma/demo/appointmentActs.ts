import { DEFAULT_DURATION } from '#domain/appointments/appointment.ts'
import { dateOf } from '#domain/dates.ts'
import type { Appointment, AppointmentStatus } from '#infra/prisma/client.ts'
import { type Caller, type Case, type Coworker, type DemoClinic, record, tell } from './demoClinic.ts'
import { edit } from './patientActs.ts'

type Booking = Pick<
  Appointment,
  'providerId' | 'scheduledAt' | 'duration' | 'notes' | 'location' | 'isConsultation'
>

/** An appointment as booked, with its row in the trail. */
export function book(
  clinic: DemoClinic,
  told: Case,
  by: Coworker,
  at: Date,
  booking: Booking,
  requestId = clinic.ids.random(),
): Appointment {
  const appointment: Appointment = {
    ...booking,
    id: clinic.ids.rowOf(at),
    patientId: told.row.id,
    status: 'scheduled',
    isDoubleBooked: false,
    cancelReason: null,
    arrivedAt: null,
    createdById: by.userId,
    createdAt: at,
    updatedAt: at,
  }
  clinic.books.appointments.push(appointment)
  record(clinic, by, at, { ...about(appointment, 'created'), requestId })
  return appointment
}

const about = (appointment: Appointment, action: 'created' | 'updated') => ({
  action,
  resourceType: 'appointment',
  resourceId: appointment.id,
  patientId: appointment.patientId,
})

/** The columns of a consultation at that hour of the clinic's clock. */
const consultationAt = ({ office }: DemoClinic, hour: Date, consultationLocation: string) => ({
  consultationDate: dateOf(office.day(hour)),
  consultationTime: office.time(hour),
  consultationLocation,
})

type Slot = { hour: Date; location: string }

/** Schedules a consultation and its appointment, with the assignee or else with the user who schedules it. */
export function schedule(
  clinic: DemoClinic,
  told: Case,
  by: Coworker,
  at: Date,
  { hour, location }: Slot,
): Appointment {
  const requestId = clinic.ids.random()
  const providerId = told.row.assignedAttorneyId ?? by.userId
  const booking = {
    providerId,
    scheduledAt: hour,
    duration: DEFAULT_DURATION,
    location,
    notes: null,
    isConsultation: true,
  }
  const appointment = book(clinic, told, by, at, booking, requestId)
  edit(clinic, told, by, at, consultationAt(clinic, hour, location), requestId)
  const facts = { patient: told.row, isConsultation: true }
  tell(clinic, 'appointment_created', { at, by, patientId: told.row.id, facts }, [providerId])
  return appointment
}

/** Moves a consultation to another hour. */
export function move(
  clinic: DemoClinic,
  told: Case,
  appointment: Appointment,
  by: Coworker,
  at: Date,
  hour: Date,
): void {
  const requestId = clinic.ids.random()
  Object.assign(appointment, { scheduledAt: hour, updatedAt: at })
  record(clinic, by, at, { ...about(appointment, 'updated'), fields: ['scheduledAt', 'location'], requestId })
  edit(clinic, told, by, at, consultationAt(clinic, hour, appointment.location ?? ''), requestId)
  const facts = { patient: told.row, isConsultation: true }
  tell(clinic, 'appointment_changed', { at, by, patientId: told.row.id, facts }, [appointment.providerId])
}

/** How an appointment ended, or that it will not take place. */
export function conclude(
  clinic: DemoClinic,
  appointment: Appointment,
  status: Exclude<AppointmentStatus, 'scheduled'>,
  by: Caller,
  at: Date,
): void {
  Object.assign(appointment, { status, updatedAt: at })
  record(clinic, by, at, { ...about(appointment, 'updated'), fields: ['status'] })
}
