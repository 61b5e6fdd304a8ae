import type { Actor } from '../access/actor.ts'
import { can } from '../access/policy.ts'
import { type AppointmentStatus, closedRefusal, outcomeRefusal } from './appointment.ts'

export type AppointmentActionId = 'edit' | 'cancel' | 'complete' | 'no_show' | 'download'

/** An action on an appointment: absent when not offered, with a reason when disabled. */
export type AppointmentAction = { id: AppointmentActionId; label: string; reason?: string }

/** The actions on an appointment for this user now. Attorneys can only read (DECISIONS, role matrix). */
export function appointmentActions(
  actor: Actor,
  appointment: { status: AppointmentStatus; scheduledAt: Date },
  now: Date,
): AppointmentAction[] {
  const download: AppointmentAction = { id: 'download', label: 'Download Calendar File' }
  if (!can(actor, 'appointment.edit')) return [download]
  const closed = closedRefusal(appointment.status)
  return [
    offered('edit', 'Edit Appointment', closed),
    offered('cancel', 'Cancel Appointment', closed),
    offered('complete', 'Mark Completed', outcomeRefusal(appointment, 'completed', now)),
    offered('no_show', 'Mark No-Show', outcomeRefusal(appointment, 'no_show', now)),
    download,
  ]
}

const offered = (id: AppointmentActionId, label: string, reason: string | null): AppointmentAction =>
  reason ? { id, label, reason } : { id, label }
