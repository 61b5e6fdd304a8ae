import type { Appointment } from '#infra/prisma/client.ts'
import { book, conclude, move, schedule } from './appointmentActs.ts'
import { bookings } from './bookings.ts'
import { type Case, caseOf, coworker, type DemoClinic, later, minutesAfter } from './demoClinic.ts'
import { clerk } from './journeys.ts'

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

/** The consultation of a patient, where their story has one. */
export function tellConsultation(clinic: DemoClinic, told: Case, hours: FreeHours): Appointment | null {
  const { consultation } = told.story
  if (!consultation) return null
  const by = told.row.status === 'consent_signed' ? clerk(clinic, told.story) : coworker(clinic, 'admin')
  const location = clinic.chance.pick(rooms)
  if (consultation === 'coming' || consultation === 'moved') {
    const hour = hours.coming()
    const appointment = schedule(clinic, told, by, later(clinic, told, 1, 4), { hour, location })
    if (consultation === 'moved')
      move(clinic, told, appointment, by, later(clinic, told, 0.5, 2), hours.coming())
    return appointment
  }
  told.ago = clinic.chance.between(BEFORE_ALL_HOURS.from, BEFORE_ALL_HOURS.to)
  const appointment = schedule(clinic, told, by, clinic.office.before(told.ago), {
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

/** Appointments beside the consultations. */
export function tellBookings(clinic: DemoClinic, hours: FreeHours): void {
  for (const { patient, provider, by, when, ...booking } of bookings) {
    const told = caseOf(clinic, patient)
    const booker = coworker(clinic, by)
    const at = clinic.office.before(clinic.chance.between(BEFORE_ALL_HOURS.from, BEFORE_ALL_HOURS.to))
    const scheduledAt = hours[when]()
    const providerId = coworker(clinic, provider).userId
    const appointment = book(clinic, told, booker, at, {
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
