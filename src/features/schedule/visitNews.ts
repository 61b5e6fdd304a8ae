import type { Changed } from '#client/useNews.ts'
import { amountOf } from '#domain/amount.ts'
import { appointmentStatusWord } from '#domain/appointments/appointment.ts'
import { type Day, showMoment, showWeekday } from '#domain/dates.ts'
import { fullName } from '../patients/PatientRow.ts'
import type { Visit } from './Visit.ts'

/** More changes at once are only counted. */
const SAID_MAX = 3

/** What other users changed in the calendar, for a live region. */
export const visitNews = (changes: readonly Changed<Visit>[], timeZone: string): string =>
  changes.length > SAID_MAX
    ? `${amountOf(changes.length, 'appointment')} changed.`
    : changes.map((one) => sentenceOf(one, timeZone)).join(' ')

function sentenceOf({ before, now }: Changed<Visit>, timeZone: string): string {
  const name = fullName(now.patient)
  const when = showMoment(now.scheduledAt, timeZone)
  if (before && before.status !== now.status)
    return `${name}, ${when}. Status: ${appointmentStatusWord(now.status)}.`
  const slot = `${when}, ${now.duration} minutes, with ${fullName(now.provider)}`
  return before ? `${name} moved to ${slot}.` : `New appointment: ${name}, ${slot}.`
}

/** How many appointments the changed days have now, for a live region. */
export const dayNews = (days: readonly { day: Day; count: number }[]): string =>
  days.length > SAID_MAX
    ? `The appointments of ${amountOf(days.length, 'day')} changed.`
    : days
        .map(
          ({ day, count }) =>
            `${showWeekday(day)}: ${count === 0 ? 'no appointments' : amountOf(count, 'appointment')}.`,
        )
        .join(' ')
