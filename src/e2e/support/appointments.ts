import type { TestClinic } from '#testing/clinic.ts'
import { dayFromNow } from './screen.ts'

/** Three days from now. */
export const day = dayFromNow(3)
/** Ten in the morning of that day, on the clinic's clock, where it is five hours behind or four. */
export const ten = (clock = '10:00') => {
  const offset = new Date(`${day}T12:00:00Z`).toLocaleString('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  })
  return new Date(`${day}T${clock}:00${offset.slice(-6)}`)
}

/** An attorney with a signed patient, somebody who sees them, and a way to book the two. */
export async function clinicAtWork(clinic: TestClinic) {
  const attorney = await clinic.user({ role: 'attorney', firstName: 'Jun', lastName: 'Park' })
  const provider = await clinic.user({ firstName: 'Noor', lastName: 'Haddad' })
  const patient = await clinic.patient({
    firstName: 'Maren',
    lastName: 'Okafor',
    status: 'consent_signed',
    assignedAttorneyId: attorney.id,
  })
  const book = (given: object = {}) =>
    clinic.db.appointment.create({
      data: {
        patientId: patient.id,
        providerId: provider.id,
        createdById: provider.id,
        scheduledAt: ten(),
        ...given,
      },
    })
  return { attorney, provider, patient, book }
}
