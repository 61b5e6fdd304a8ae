import type { Appointment } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { alertPeople, type Told } from './alertPeople.ts'

/** Alerts the provider of an appointment about a change, and the former provider if it changed. */
export const alertProviders = (
  ctx: Visit,
  type: 'appointment_created' | 'appointment_changed' | 'appointment_cancelled',
  patient: Told,
  [appointment, former = appointment]: [Appointment, Appointment?],
): Promise<void> =>
  alertPeople(
    ctx,
    type,
    patient,
    { users: [appointment.providerId, former.providerId] },
    { what: appointment.isConsultation ? 'A consultation' : 'An appointment' },
  )
