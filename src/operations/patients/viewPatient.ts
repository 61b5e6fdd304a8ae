import { patientIdInput } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, parse } from '../operation.ts'
import { type PatientSelection, visiblePatient } from './visiblePatient.ts'

/** Returns one patient. The view is audited. */
export function viewPatient(
  ctx: OperationContext,
  raw: { patientId: string },
  selection: PatientSelection = {},
): Promise<Patient> {
  const { patientId } = parse(patientIdInput, raw)
  return inTransaction(ctx, async (inside) => {
    const patient = await visiblePatient(inside, patientId, selection)
    authorize(inside, 'patient.view', patient, { resourceType: 'patient', resourceId: patientId })
    await audit(inside, { action: 'viewed', resourceType: 'patient', resourceId: patientId, patientId })
    return patient
  })
}
