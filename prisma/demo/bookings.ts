import type { AccountKey } from './accounts.ts'

type DemoBooking = {
  /** Last name. */
  patient: string
  provider: AccountKey
  by: AccountKey
  when: 'past' | 'coming'
  /** Minutes. */
  duration: number
  notes: string | null
  location: string
}

/** Appointments that mirror no consultation. */
export const bookings: DemoBooking[] = [
  {
    patient: 'Fontaine',
    provider: 'attorney',
    by: 'staff',
    when: 'coming',
    duration: 30,
    notes: 'Go through the list of records to request.',
    location: 'Telehealth',
  },
  {
    patient: 'Haines',
    provider: 'kevin',
    by: 'staff',
    when: 'coming',
    duration: 45,
    notes: 'Bring the accident report and both insurance cards.',
    location: 'Room 1',
  },
  {
    patient: 'Jefferson',
    provider: 'hannah',
    by: 'kevin',
    when: 'past',
    duration: 30,
    notes: 'Hand over the discharge summary.',
    location: 'Room 3',
  },
  {
    patient: 'Brennan',
    provider: 'attorney',
    by: 'staff',
    when: 'past',
    duration: 60,
    notes: null,
    location: 'Conference room, 2nd floor',
  },
]
