import { DEFAULT_DURATION } from '#domain/appointments/appointment.ts'
import { dateOf } from '#domain/dates.ts'
import type { Appointment, AppointmentStatus } from '#infra/prisma/client.ts'
import {
  addAlerts,
  addAuditRow,
  type Caller,
  type Coworker,
  type DemoClinic,
  type DemoHistory,
} from './demoClinic.ts'
import { edit } from './patientEvents.ts'

type Booking = Pick<
  Appointment,
  'providerId' | 'scheduledAt' | 'duration' | 'notes' | 'location' | 'isConsultation'
>

/** Books an appointment. */
export function book(
  clinic: DemoClinic,
  history: DemoHistory,
  by: Coworker,
  at: Date,
  booking: Booking,
  requestId = clinic.ids.random(),
): Appointment {
  const appointment: Appointment = {
    ...booking,
    id: clinic.ids.rowOf(at),
    patientId: history.row.id,
    status: 'scheduled',
    isDoubleBooked: false,
    cancelReason: null,
    arrivedAt: null,
    ...{ patientAnswer: null, patientAnsweredAt: null },
    createdById: by.userId,
    createdAt: at,
    updatedAt: at,
  }
  clinic.rows.appointments.push(appointment)
  addAuditRow(clinic, by, at, { ...about(appointment, 'created'), requestId })
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
  history: DemoHistory,
  by: Coworker,
  at: Date,
  { hour, location }: Slot,
): Appointment {
  const requestId = clinic.ids.random()
  const providerId = history.row.assignedAttorneyId ?? by.userId
  const booking = {
    providerId,
    scheduledAt: hour,
    duration: DEFAULT_DURATION,
    location,
    notes: null,
    isConsultation: true,
  }
  const appointment = book(clinic, history, by, at, booking, requestId)
  edit(clinic, history, by, at, consultationAt(clinic, hour, location), requestId)
  const facts = { patient: history.row, isConsultation: true }
  addAlerts(clinic, 'appointment_created', { at, by, patientId: history.row.id, facts }, [providerId])
  return appointment
}

/** Moves a consultation to another hour. */
export function move(
  clinic: DemoClinic,
  history: DemoHistory,
  appointment: Appointment,
  by: Coworker,
  at: Date,
  hour: Date,
): void {
  const requestId = clinic.ids.random()
  Object.assign(appointment, { scheduledAt: hour, updatedAt: at })
  addAuditRow(clinic, by, at, {
    ...about(appointment, 'updated'),
    details: { fields: ['scheduledAt', 'location'] },
    requestId,
  })
  edit(clinic, history, by, at, consultationAt(clinic, hour, appointment.location ?? ''), requestId)
  const facts = { patient: history.row, isConsultation: true }
  addAlerts(clinic, 'appointment_changed', { at, by, patientId: history.row.id, facts }, [
    appointment.providerId,
  ])
}

/** Completes or cancels an appointment, or marks a no-show. */
export function conclude(
  clinic: DemoClinic,
  appointment: Appointment,
  status: Exclude<AppointmentStatus, 'scheduled'>,
  by: Caller,
  at: Date,
): void {
  Object.assign(appointment, { status, updatedAt: at })
  addAuditRow(clinic, by, at, { ...about(appointment, 'updated'), details: { fields: ['status'], status } })
}
