import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** What of an appointment may leave the product: when, and nothing of whom, with whom or where. */
export type CalendarEvent = {
  id: string
  scheduledAt: Date
  /** Minutes. */
  duration: number
  isConsultation: boolean
  isCancelled: boolean
  createdAt: Date
  updatedAt: Date
}

/** How appointments are written for calendar programs, and where a private calendar is read. */
export type Calendars = {
  /** An iCalendar file (RFC 5545) of these events. */
  render: (events: readonly CalendarEvent[]) => string
  /** The whole address of the private calendar behind a token. */
  addressOf: (token: string) => string
}

/** Programs that know the property ask again this often. */
const HOUR = 3600

/** Calendar files that lead back to this address; a calendar is on servers and telephones that nobody here knows. */
export function makeCalendars(publicUrl: string): Calendars {
  const { hostname } = new URL(publicUrl)
  const pathTo = (path: string) => new URL(path, publicUrl).href

  return {
    addressOf: (token) => pathTo(`/calendar/${token}.ics`),
    render(events) {
      const isOneCancelled = events.length === 1 && events[0]?.isCancelled
      const calendar = ical({
        name: 'Caseload',
        prodId: { company: 'Caseload', product: 'Schedule', language: 'EN' },
        method: isOneCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
        ttl: HOUR,
      })
      for (const event of events) {
        const { id, scheduledAt, duration, isConsultation, isCancelled, createdAt, updatedAt } = event
        const link = pathTo(`/schedule?appointment=${id}`)
        calendar.createEvent({
          id: `${id}@${hostname}`,
          sequence: revisionOf(event),
          start: scheduledAt,
          end: new Date(scheduledAt.getTime() + duration * 60_000),
          stamp: updatedAt,
          created: createdAt,
          lastModified: updatedAt,
          summary: `${isConsultation ? 'Consultation' : 'Appointment'} - Caseload`,
          description: `Open in Caseload: ${link}`,
          url: link,
          status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        })
      }
      return calendar.toString()
    },
  }
}

/** Grows with every change, so that a program knows the newer of two; the seconds an appointment has changed for. */
const revisionOf = ({ createdAt, updatedAt }: CalendarEvent) =>
  Math.max(0, Math.ceil((updatedAt.getTime() - createdAt.getTime()) / 1000))
