import type { TestClinic } from '#tests/support/clinic.ts'
import { dayFromNow } from './screen.ts'

/** Three days from now. */
export const day = dayFromNow(3)
/** 10 AM on that day in the clinic's time zone, which is five or four hours behind UTC. */
export const ten = (clock = '10:00') => {
  const offset = new Date(`${day}T12:00:00Z`).toLocaleString('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  })
  return new Date(`${day}T${clock}:00${offset.slice(-6)}`)
}

/** An attorney with a signed patient, a provider, and a function that books the two. */
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
