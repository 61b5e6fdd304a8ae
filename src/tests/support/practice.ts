import type { Appointment, Patient, User } from '#infra/prisma/client.ts'
import type { OperationContext } from '#operations/context.ts'
import type { TestClinic } from './clinic.ts'

/** Nine days from now, at 2:30 PM in New York. */
export const MOMENT = '2026-01-14T19:30:00.000Z'

/** A clinic with a user of each role, and a signed patient assigned to the attorney. */
export type Practice = {
  admin: OperationContext
  staff: OperationContext
  attorney: OperationContext
  provider: User
  patient: Patient
}

export async function practice(clinic: TestClinic): Promise<Practice> {
  const attorney = await clinic.user({ role: 'attorney' })
  return {
    admin: clinic.as(await clinic.user({ role: 'admin' })),
    staff: clinic.as(await clinic.user()),
    attorney: clinic.as(attorney),
    provider: await clinic.user(),
    patient: await clinic.patient({ status: 'consent_signed', assignedAttorneyId: attorney.id }),
  }
}

/** Creates an appointment without audit rows or alerts. */
export const insertAppointment = (
  clinic: TestClinic,
  { patient, provider }: Pick<Practice, 'patient' | 'provider'>,
  values: Partial<Appointment> = {},
): Promise<Appointment> =>
  clinic.db.appointment.create({
    data: {
      patientId: patient.id,
      providerId: provider.id,
      createdById: provider.id,
      scheduledAt: new Date(MOMENT),
      ...values,
    },
  })

/** The whole audit log without times and addresses, by resource. */
export async function auditRowsOf(clinic: TestClinic) {
  const rows = await clinic.db.auditLog.findMany({
    orderBy: [{ resourceType: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    select: {
      action: true,
      resourceType: true,
      resourceId: true,
      patientId: true,
      userId: true,
      details: true,
    },
  })
  return rows
}

/** The alerts and their recipients. */
export const alertsOf = (clinic: TestClinic) =>
  clinic.db.alert.findMany({
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    select: { type: true, userId: true, patientId: true, message: true },
  })
