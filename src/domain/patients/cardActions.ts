import type { Actor } from '../access/actor.ts'
import {
  editAction,
  isScheduleOffered,
  offeredOf,
  type Row,
  type RowAction,
  scheduleAction,
  sendAction,
  viewAction,
} from './rowAction.ts'

/** The actions that SPEC 2.4 offers on the dashboard card: four, with scheduling at two statuses only. */
export function cardActions(actor: Actor, patient: Row): RowAction[] {
  const schedule = isScheduleOffered(patient.status) && scheduleAction(actor, patient)
  return offeredOf([
    sendAction(actor, patient),
    schedule && { ...schedule, label: 'Schedule Appointment' },
    viewAction(actor, patient),
    editAction(actor, patient),
  ])
}
