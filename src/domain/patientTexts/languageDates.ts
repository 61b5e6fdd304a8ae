import { type Day, dateOf, showExactly, showInstantDay, showTime, showVisit } from '../dates.ts'
import { type Language, locales } from '../language.ts'

type ShowInZone = (at: Date | string, timeZone: string) => string

/** The dates of a language: a day, a day with time and zone, the same with the weekday, and a time, each in the clinic's zone. */
export type LanguageDates = { day: ShowInZone; exactly: ShowInZone; visit: ShowInZone; time: ShowInZone }

const format =
  (options: Intl.DateTimeFormatOptions): ShowInZone =>
  (at, timeZone) =>
    new Intl.DateTimeFormat(locales.es, { ...options, timeZone }).format(new Date(at))

const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const
const clock = { hour: 'numeric', minute: '2-digit' } as const

/** "Mar 5, 1980" in English, "5 de marzo de 1980" in Spanish. */
export const languageDates: Record<Language, LanguageDates> = {
  en: { day: showInstantDay, exactly: showExactly, visit: showVisit, time: showTime },
  es: {
    day: format(longDay),
    exactly: format({ ...longDay, ...clock, timeZoneName: 'short' }),
    visit: format({ weekday: 'long', ...longDay, ...clock, timeZoneName: 'short' }),
    time: format(clock),
  },
}

/** A calendar day in a language. */
export const showDayIn = (day: Day, language: Language): string =>
  languageDates[language].day(dateOf(day), 'UTC')
