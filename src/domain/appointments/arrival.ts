import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import { clinicDay } from '../dates.ts'
import { type AppointmentStatus, closedRefusal, outcomeRefusal } from './appointment.ts'

type Arrival = { status: AppointmentStatus; scheduledAt: Date; arrivedAt: Date | null }

/** Why the patient cannot be marked as arrived, or not yet; `null` if that is possible. */
export function arrivalRefusal(
  { status, scheduledAt, arrivedAt }: Arrival,
  now: Date,
  timeZone: string,
): string | null {
  if (status !== 'scheduled') return closedRefusal(status)
  if (arrivedAt) return 'The patient is already marked as arrived'
  return clinicDay(scheduledAt, timeZone) > clinicDay(now, timeZone)
    ? 'A patient can only be marked as arrived on the day of the appointment'
    : null
}

/** Why an arrival cannot be taken back; `null` if it can. */
export function undoArrivalRefusal({ status, arrivedAt }: Omit<Arrival, 'scheduledAt'>): string | null {
  if (status !== 'scheduled') return closedRefusal(status)
  return arrivedAt ? null : 'The patient is not marked as arrived'
}

/** Why a no-show cannot be taken back; `null` if it can. */
export const undoNoShowRefusal = ({ status }: Pick<Arrival, 'status'>): string | null =>
  status === 'no_show' ? null : 'This appointment is not marked as a no-show'

export type ArrivalActionId = 'arrived' | 'no_show' | 'undo_arrived' | 'undo_no_show'

/** An action at the front desk, with a reason if it is not possible yet. */
export type ArrivalAction = { id: ArrivalActionId; label: string; reason?: string }

/** What the front desk can record about an appointment of today. Attorneys can only read. */
export function arrivalActions(
  actor: Actor,
  appointment: Arrival,
  now: Date,
  timeZone: string,
): ArrivalAction[] {
  if (!can(actor, 'appointment.edit')) return []
  if (!undoNoShowRefusal(appointment)) return [{ id: 'undo_no_show', label: 'Undo' }]
  if (!undoArrivalRefusal(appointment)) return [{ id: 'undo_arrived', label: 'Undo' }]
  if (appointment.status !== 'scheduled') return []
  return [
    action('arrived', 'Arrived', arrivalRefusal(appointment, now, timeZone)),
    action('no_show', 'No-Show', outcomeRefusal(appointment, 'no_show', now)),
  ]
}

const action = (id: ArrivalActionId, label: string, reason: string | null): ArrivalAction =>
  reason ? { id, label, reason } : { id, label }
