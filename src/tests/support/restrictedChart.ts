import { viewPatient } from '#operations/patients/viewPatient.ts'
import { restrictPatient } from '#operations/restrictions/restrictPatient.ts'
import type { TestClinic } from './clinic.ts'

export const reason = 'Works at the front desk'
export const emergency = 'Fainted in the hall'
export const HOUR = 3_600_000

/** A chart that an administrator has restricted, and a staff member without access. */
export async function restrictedChart(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin', firstName: 'Ada', lastName: 'Min' })
  const sam = await clinic.user({ role: 'staff', firstName: 'Sam', lastName: 'Okoye' })
  const patient = await clinic.patient({ firstName: 'Zoë', lastName: 'Ünal', email: 'zoe@private.test' })
  const { id: patientId } = patient
  await restrictPatient(clinic.as(admin), { patientId, reason })
  return { admin, sam, patientId, asSam: clinic.as(sam), asAdmin: clinic.as(admin) }
}

/** Tries to open a chart; returns the error's code on failure. */
export const tryChart = (ctx: ReturnType<TestClinic['as']>, patientId: string): Promise<string> =>
  viewPatient(ctx, { patientId }).then(
    () => 'open',
    ({ code }: { code: string }) => code,
  )
