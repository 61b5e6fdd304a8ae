import type { Appointment } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { type AlertedPatient, alertPeople } from './alertPeople.ts'

/** Alerts the provider of an appointment about a change, and the former provider if it changed. */
export const alertProviders = (
  ctx: RequestContext,
  type: 'appointment_created' | 'appointment_changed' | 'appointment_cancelled',
  patient: AlertedPatient,
  [appointment, former = appointment]: [Appointment, Appointment?],
): Promise<void> =>
  alertPeople(
    ctx,
    type,
    patient,
    { users: [appointment.providerId, former.providerId] },
    { what: appointment.isConsultation ? 'A consultation' : 'An appointment' },
  )
