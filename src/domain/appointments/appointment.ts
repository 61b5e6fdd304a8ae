import { conflict } from '../errors.ts'
import type { PatientAnswer } from '../reminders/reminder.ts'

export const appointmentStatuses = ['scheduled', 'completed', 'cancelled', 'no_show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The orders of the list of appointments. */
export const appointmentSorts = ['time', 'updated'] as const

/** The displayed word of a status, shown after 'Status:' (SPEC 2.8). */
export const appointmentStatusWord = (status: AppointmentStatus): string => status.replace('_', ' ')

/** What a patient answered to a reminder, in the words of the schedule. */
export const patientAnswerWords: Record<PatientAnswer, string> = {
  confirmed: 'Confirmed by patient',
  call_wanted: 'Asked for a call',
}

/** The default duration in minutes (SPEC section 9). */
export const DEFAULT_DURATION = 60
/** The allowed durations in minutes. */
export const DURATION = { min: 5, max: 1440 } as const

/** The most free slots that one search proposes. */
export const SLOTS_MAX = 6

/** The final statuses of an appointment. Only a no-show can be undone. */
export type Outcome = Exclude<AppointmentStatus, 'scheduled'>

/** How each outcome is worded, and whether it requires that the appointment has begun. */
const outcomes: Record<Outcome, { pastTense: string; onceBegun: boolean }> = {
  completed: { pastTense: 'completed', onceBegun: true },
  cancelled: { pastTense: 'cancelled', onceBegun: false },
  no_show: { pastTense: 'marked as a no-show', onceBegun: true },
}

type AppointmentState = { status: AppointmentStatus; scheduledAt: Date; arrivedAt?: Date | null }

/** Why an appointment can no longer change; `null` while it is scheduled. */
export const closedRefusal = (status: AppointmentStatus): string | null =>
  status === 'scheduled' ? null : `This appointment is already ${outcomes[status].pastTense}`

/** Why an appointment cannot have this outcome, or not yet; `null` if it can. */
export function outcomeRefusal(
  { status, scheduledAt, arrivedAt }: AppointmentState,
  to: Outcome,
  now: Date,
): string | null {
  const { pastTense, onceBegun } = outcomes[to]
  if (status === 'scheduled' && to === 'no_show' && arrivedAt) return 'The patient is marked as arrived'
  if (status !== 'scheduled' || !onceBegun || scheduledAt <= now) return closedRefusal(status)
  return `An appointment can only be ${pastTense} once it has begun`
}

/** Throws `conflict` if the appointment already has an outcome. */
export const refuseClosed = (status: AppointmentStatus): void => refuse(closedRefusal(status))

/** Throws `conflict` if the appointment cannot have this outcome, or not yet. */
export const allowOutcome = (appointment: AppointmentState, to: Outcome, now: Date): void =>
  refuse(outcomeRefusal(appointment, to, now))

function refuse(reason: string | null): void {
  if (reason) throw conflict('wrong_status', reason)
}

/** The errors for a slot that is not free. Users who may book appointments can then book anyway. */
export const clash = {
  provider: 'The attorney or staff member already has an appointment at that time',
  patient: 'The patient already has an appointment at that time',
  closed: 'The clinic is closed at that time',
  away: 'The attorney or staff member is away at that time',
  hours: 'That time is outside the working hours of the attorney or staff member',
} as const

export const isClash = (message: string | undefined): boolean =>
  Object.values<string | undefined>(clash).includes(message)

/** A busy period. */
export type Span = { scheduledAt: Date; duration: number }

/** The end of the period, which is free again. */
export const endOf = ({ scheduledAt, duration }: Span): Date =>
  new Date(scheduledAt.getTime() + duration * 60_000)

/** Whether two appointments overlap. One that begins when the other ends does not. */
export const overlap = (one: Span, other: Span): boolean =>
  one.scheduledAt < endOf(other) && other.scheduledAt < endOf(one)
