import { Failure } from '../errors.ts'

export const appointmentStatuses = ['scheduled', 'completed', 'cancelled', 'no_show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

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

/** Throws `conflict` for an appointment of which is known what became of it: that stays as it is. */
export function refuseSettled(status: AppointmentStatus): void {
  if (status === 'scheduled') return
  throw new Failure('conflict', `This appointment is already ${outcomes[status].said}`)
}

/** Throws `conflict` where an appointment cannot come to this, or not yet. */
export function allowOutcome(
  { status, scheduledAt }: { status: AppointmentStatus; scheduledAt: Date },
  to: Outcome,
  now: Date,
): void {
  refuseSettled(status)
  const { said, onceBegun } = outcomes[to]
  if (!onceBegun || scheduledAt <= now) return
  throw new Failure('conflict', `An appointment can only be ${said} once it has begun`)
}

/** When somebody is taken. */
export type Span = { scheduledAt: Date; duration: number }

/** The first moment that is free again. */
export const endOf = ({ scheduledAt, duration }: Span): Date =>
  new Date(scheduledAt.getTime() + duration * 60_000)

/** Whether two appointments share a moment; one that begins as the other ends does not. */
export const overlap = (one: Span, other: Span): boolean =>
  one.scheduledAt < endOf(other) && other.scheduledAt < endOf(one)
