import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** The parts of an appointment that may leave Caseload: its times, but no person and no location. */
export type CalendarEvent = {
  id: string
  scheduledAt: Date
  /** In minutes. */
  duration: number
  isConsultation: boolean
  isCancelled: boolean
  createdAt: Date
  updatedAt: Date
}

/** Creates calendar files and the URLs of private calendars. */
export type Calendars = {
  /** An iCalendar file (RFC 5545) of these events. */
  render: (events: readonly CalendarEvent[]) => string
  /** The full URL of the private calendar with this token. */
  addressOf: (token: string) => string
}

/** Calendar programs that support the property refresh this often. */
const HOUR = 3600

/** Calendar files have links to `publicUrl` and no patient data, because other servers and phones store copies. */
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

/** Grows with every change, so that a program finds the newer of two: the seconds from creation to the last change. */
const revisionOf = ({ createdAt, updatedAt }: CalendarEvent) =>
  Math.max(0, Math.ceil((updatedAt.getTime() - createdAt.getTime()) / 1000))
