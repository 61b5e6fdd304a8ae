import type { Appointment } from '#infra/prisma/client.ts'
import { book, conclude, move, schedule } from './appointmentEvents.ts'
import { bookings } from './bookings.ts'
import {
  advance,
  coworker,
  type DemoClinic,
  type DemoHistory,
  minutesAfter,
  patientNamed,
} from './demoClinic.ts'
import { clerk } from './patientHistories.ts'

/** Hours within five days of now. Each hour is used once, so that no user has two appointments at the same time. */
export type FreeHours = { past: () => Date; coming: () => Date }

export function freeHours({ office, chance }: DemoClinic): FreeHours {
  const handOut = (hours: Date[]) => () => {
    const hour = hours.pop()
    if (!hour) throw new Error('The five days around now have no free hour left')
    return hour
  }
  return {
    past: handOut(chance.shuffle(office.hours.past)),
    coming: handOut(chance.shuffle(office.hours.coming)),
  }
}

const rooms = ['Room 2', 'Room 4', 'Telehealth', 'Conference room, 2nd floor'] as const
/** Earlier than any hour that `past` returns, in working days. */
const BEFORE_ALL_HOURS = { from: 5.2, to: 5.9 }

/** The consultation of a patient, where their definition has one. */
export function addConsultation(
  clinic: DemoClinic,
  history: DemoHistory,
  hours: FreeHours,
): Appointment | null {
  const { consultation } = history.definition
  if (!consultation) return null
  const by =
    history.row.status === 'consent_signed' ? clerk(clinic, history.definition) : coworker(clinic, 'admin')
  const location = clinic.chance.pick(rooms)
  if (consultation === 'coming' || consultation === 'moved') {
    const hour = hours.coming()
    const appointment = schedule(clinic, history, by, advance(clinic, history, 1, 4), { hour, location })
    if (consultation === 'moved')
      move(clinic, history, appointment, by, advance(clinic, history, 0.5, 2), hours.coming())
    return appointment
  }
  history.daysAgo = clinic.chance.between(BEFORE_ALL_HOURS.from, BEFORE_ALL_HOURS.to)
  const appointment = schedule(clinic, history, by, clinic.office.before(history.daysAgo), {
    hour: hours.past(),
    location,
  })
  conclude(
    clinic,
    appointment,
    consultation === 'held' ? 'completed' : 'no_show',
    by,
    endOf(clinic, appointment),
  )
  return appointment
}

/** Adds the appointments that are no consultations. */
export function addBookings(clinic: DemoClinic, hours: FreeHours): void {
  for (const { patient, provider, by, when, ...booking } of bookings) {
    const history = patientNamed(clinic, patient)
    const booker = coworker(clinic, by)
    const at = clinic.office.before(clinic.chance.between(BEFORE_ALL_HOURS.from, BEFORE_ALL_HOURS.to))
    const scheduledAt = hours[when]()
    const providerId = coworker(clinic, provider).userId
    const appointment = book(clinic, history, booker, at, {
      ...booking,
      providerId,
      scheduledAt,
      isConsultation: false,
    })
    if (when === 'past') conclude(clinic, appointment, 'completed', booker, endOf(clinic, appointment))
  }
}

const endOf = ({ office }: DemoClinic, { scheduledAt, duration }: Appointment): Date =>
  new Date(Math.min(minutesAfter(scheduledAt, duration + 5).getTime(), office.now.getTime()))
