import { editPatientInput } from '#domain/patients/inputs.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { refuseTakenAddress } from '../takenAddress.ts'
import { ADDRESS_TAKEN, personColumns } from './personColumns.ts'
import { lockedPatient } from './visiblePatient.ts'

/** Changes the fields that were given; the trail tells their names, never their values. */
export const editPatient = operation(editPatientInput, async (ctx, { patientId, ...changes }) => {
  const patient = await lockedPatient(ctx, patientId)
  authorize(ctx, 'patient.edit', patient, { resourceType: 'patient', resourceId: patientId })
  const fields = Object.entries(changes).filter(([, value]) => value !== undefined)
  const names = Object.fromEntries(
    fields.filter(([name]) => ['firstName', 'lastName', 'email'].includes(name)),
  ) as { firstName?: string; lastName?: string; email?: string }
  const edited = await refuseTakenAddress(ctx, ADDRESS_TAKEN, () =>
    ctx.db.patient.update({ where: { id: patientId }, data: { ...personColumns(changes), ...names } }),
  )
  await audit(ctx, {
    action: 'updated',
    resourceType: 'patient',
    resourceId: patientId,
    patientId,
    details: { fields: fields.map(([name]) => name) },
  })
  return edited
})
