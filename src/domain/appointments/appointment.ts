import { Failure } from '../errors.ts'

export const appointmentStatuses = ['scheduled', 'completed', 'cancelled', 'no_show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** The word a person reads of a status, which stands beside 'Status:' (SPEC 2.8). */
export const appointmentStatusWord = (status: AppointmentStatus): string => status.replace('_', ' ')

/** Minutes an appointment lasts unless told (SPEC section 9). */
export const DEFAULT_DURATION = 60
/** Minutes an appointment can last. */
export const DURATION = { min: 5, max: 1440 } as const

/** What a scheduled appointment can come to; there is no way back from any of it. */
export type Outcome = Exclude<AppointmentStatus, 'scheduled'>

/** How each outcome is said, and whether it can be known only once the appointment has begun. */
const outcomes: Record<Outcome, { said: string; onceBegun: boolean }> = {
  completed: { said: 'completed', onceBegun: true },
  cancelled: { said: 'cancelled', onceBegun: false },
  no_show: { said: 'marked as a no-show', onceBegun: true },
}

type Standing = { status: AppointmentStatus; scheduledAt: Date }

/** Why nothing about an appointment changes any more; `null` while it is still to be settled. */
export const settledRefusal = (status: AppointmentStatus): string | null =>
  status === 'scheduled' ? null : `This appointment is already ${outcomes[status].said}`

/** Why an appointment cannot come to this, or not yet; `null` when it can. */
export function outcomeRefusal({ status, scheduledAt }: Standing, to: Outcome, now: Date): string | null {
  const { said, onceBegun } = outcomes[to]
  if (status !== 'scheduled' || !onceBegun || scheduledAt <= now) return settledRefusal(status)
  return `An appointment can only be ${said} once it has begun`
}

/** Throws `conflict` for an appointment of which is known what became of it: that stays as it is. */
export const refuseSettled = (status: AppointmentStatus): void => refuse(settledRefusal(status))

/** Throws `conflict` where an appointment cannot come to this, or not yet. */
export const allowOutcome = (appointment: Standing, to: Outcome, now: Date): void =>
  refuse(outcomeRefusal(appointment, to, now))

function refuse(reason: string | null): void {
  if (reason) throw new Failure('conflict', reason)
}

/** Said of a slot in which somebody is taken already; whoever may book appointments may then book anyway. */
export const clash = {
  provider: 'The attorney or staff member already has an appointment at that time',
  patient: 'The patient already has an appointment at that time',
} as const

export const isClash = (message: string | undefined): boolean =>
  message === clash.provider || message === clash.patient

/** When somebody is taken. */
export type Span = { scheduledAt: Date; duration: number }

/** The first moment that is free again. */
export const endOf = ({ scheduledAt, duration }: Span): Date =>
  new Date(scheduledAt.getTime() + duration * 60_000)

/** Whether two appointments share a moment; one that begins as the other ends does not. */
export const overlap = (one: Span, other: Span): boolean =>
  one.scheduledAt < endOf(other) && other.scheduledAt < endOf(one)
