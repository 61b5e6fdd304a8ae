import * as z from 'zod/mini'
import { clockTime, day, exactInstant, updatedSince } from '../calendar.ts'
import { minutesOf } from '../clockTime.ts'
import { identifier, LINE_MAX, optionalText, storable, TEXT_MAX } from '../text.ts'
import { appointmentSorts, appointmentStatuses, DEFAULT_DURATION, DURATION } from './appointment.ts'
import { overlapsItself, SPANS_MAX } from './availability.ts'

/** Maximum length of a cancellation reason. */
export const CANCEL_REASON_MAX = 1000

/** The error for an appointment that does not begin in the future. */
export const NOT_IN_FUTURE = 'Appointment must be in the future'

// The checks across fields also run if a field is invalid, so they must not throw.
const DAY_MS = 86_400_000
const CLOCK = 'Enter a time like 09:30'
const minutes = `Duration must be ${DURATION.min} to ${DURATION.max} whole minutes`
const duration = z.int(minutes).check(z.gte(DURATION.min, minutes), z.lte(DURATION.max, minutes))
const durationOrDefault = z.pipe(
  z.nullish(duration),
  z.transform((value) => value ?? DEFAULT_DURATION),
)
const scheduledAt = exactInstant('Appointment must have a date and time, with the offset from UTC')
const whoSees = 'Choose who sees the patient'
const providerId = z.string(whoSees).check(z.maxLength(64, whoSees), storable)
const bookAnyway = z.nullish(z.boolean('Book anyway is yes or no'))
const remarks = { location: optionalText(LINE_MAX), notes: optionalText(TEXT_MAX) }

export const bookAppointmentInput = z.strictObject({
  patientId: identifier,
  providerId,
  scheduledAt,
  duration: durationOrDefault,
  ...remarks,
  bookAnyway,
})

/**
 * An omitted field stays unchanged; `null` or empty text clears an optional one. The patient cannot change.
 */
export const editAppointmentInput = z.strictObject({
  appointmentId: identifier,
  providerId: z.optional(providerId),
  scheduledAt: z.optional(scheduledAt),
  duration: z.optional(duration),
  ...remarks,
  bookAnyway,
})

export const appointmentIdInput = z.strictObject({ appointmentId: identifier })

export const cancelAppointmentInput = z.strictObject({
  appointmentId: identifier,
  cancelReason: optionalText(CANCEL_REASON_MAX),
})

const someone = {
  path: ['providerId'],
  error: 'Choose a provider, a patient or both',
}
type Parties = { providerId?: string | null | undefined; patientId?: string | null | undefined }
const namesSomeone = ({ providerId, patientId }: Parties) => Boolean(providerId || patientId)

/** The provider whose day is shown, or else the patient, whose prospective provider is used. */
export const busyTimesInput = z
  .strictObject({
    day: day('Day must be a date as YYYY-MM-DD'),
    providerId: z.nullish(identifier),
    patientId: z.nullish(identifier),
    appointmentId: z.nullish(identifier),
  })
  .check(z.refine(namesSomeone, someone))

/** Whose free slots are searched, as in `busyTimesInput`, and from when. */
export const freeSlotsInput = z
  .strictObject({
    from: z.nullish(exactInstant('From must be a date and time, with the offset from UTC')),
    duration: durationOrDefault,
    providerId: z.nullish(identifier),
    patientId: z.nullish(identifier),
    appointmentId: z.nullish(identifier),
  })
  .check(z.refine(namesSomeone, someone))

/** The most days of one request for counts: a month in whole weeks. */
export const COUNTED_DAYS_MAX = 42

const countedDays = `Choose 1 to ${COUNTED_DAYS_MAX} days`

/** The days of a month view, both inclusive, with the filters of the schedule. */
export const appointmentDaysInput = z
  .strictObject({
    from: day('From must be a date as YYYY-MM-DD'),
    to: day('To must be a date as YYYY-MM-DD'),
    providerId: z.nullish(identifier),
    status: z.nullish(z.enum(appointmentStatuses, 'Choose a known status')),
  })
  .check(
    z.refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < COUNTED_DAYS_MAX * DAY_MS, {
      path: ['to'],
      error: countedDays,
    }),
  )

/** The filters of the schedule: start times from `from`, inclusive, to `to`, exclusive. Sorted by last change, the oldest comes first. */
export const appointmentListInput = z
  .strictObject({
    upcoming: z.nullish(z.boolean('Upcoming is yes or no')),
    from: z.nullish(exactInstant('From must be a date and time, with the offset from UTC')),
    to: z.nullish(exactInstant('To must be a date and time, with the offset from UTC')),
    providerId: z.nullish(identifier),
    patientId: z.nullish(identifier),
    status: z.nullish(z.enum(appointmentStatuses, 'Choose a known status')),
    updatedSince,
    sort: z.nullish(z.enum(appointmentSorts, 'Choose a known order')),
  })
  .check(
    z.refine(({ from, to }) => !from || !to || from < to, { path: ['to'], error: 'To must be after from' }),
  )

const workingSpan = z
  .strictObject({
    weekday: z.int('Choose a weekday').check(z.gte(0, 'Choose a weekday'), z.lte(6, 'Choose a weekday')),
    startsAt: clockTime(CLOCK),
    endsAt: z.union([clockTime(CLOCK), z.literal('24:00')], CLOCK),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => startsAt < endsAt, {
      path: ['endsAt'],
      error: 'Working hours must end after they start',
    }),
  )
const asMinutes = z.transform(({ weekday, startsAt, endsAt }: z.output<typeof workingSpan>) => ({
  weekday,
  startsAt: minutesOf(startsAt),
  endsAt: minutesOf(endsAt),
}))

/** All working hours of a provider, which replace the ones before. */
export const setWorkingHoursInput = z.strictObject({
  providerId: identifier,
  hours: z.array(z.pipe(workingSpan, asMinutes)).check(
    z.maxLength(SPANS_MAX, `Use at most ${SPANS_MAX} spans`),
    z.refine((hours) => !overlapsItself(hours), 'Working hours must not overlap'),
  ),
})

export const workingHoursInput = z.strictObject({ providerId: z.nullish(identifier) })

export const outsideHoursInput = z.strictObject({ providerId: identifier })

/** The longest closure in days. */
export const CLOSURE_DAYS_MAX = 366

const closureTime = 'Closure must have a date and time, with the offset from UTC'

/** Without a provider, the whole clinic is closed. */
export const addClosureInput = z
  .strictObject({
    providerId: z.nullish(identifier),
    startsAt: exactInstant(closureTime),
    endsAt: exactInstant(closureTime),
    reason: optionalText(LINE_MAX),
  })
  .check(
    z.refine(({ startsAt, endsAt }) => startsAt < endsAt, {
      path: ['endsAt'],
      error: 'The end must be after the beginning',
    }),
    z.refine(({ startsAt, endsAt }) => Number(endsAt) - Number(startsAt) <= CLOSURE_DAYS_MAX * DAY_MS, {
      path: ['endsAt'],
      error: `A closure can last at most ${CLOSURE_DAYS_MAX} days`,
    }),
  )

export const closureIdInput = z.strictObject({ closureId: identifier })

/** Closures that overlap with the time from `from` to `to`. */
export const closureListInput = z
  .strictObject({
    from: exactInstant('From must be a date and time, with the offset from UTC'),
    to: exactInstant('To must be a date and time, with the offset from UTC'),
  })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'To must be after from' }))
