import { addPatientInput } from '#domain/patients/personInputs.ts'
import { consentStatuses } from '#domain/patients/status.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { refuseTakenAddress } from '../takenAddress.ts'
import { ADDRESS_TAKEN, personColumns, refuseWrongDays } from './personColumns.ts'
import { withPhone } from './phoneNumber.ts'

/**
 * Creates a patient. If the starting status includes consent, it is recorded as given now, without a form.
 */
export const addPatient = operation(
  withIdentifiers(addPatientInput),
  async (ctx, { status, identifiers, ...person }) => {
    authorize(ctx, 'patient.add')
    refuseWrongDays(ctx, person)
    const columns = personColumns(withPhone(person))
    const now = ctx.now()
    const isManual = consentStatuses.includes(status)
    const patient = await refuseTakenAddress(ctx, ADDRESS_TAKEN, () =>
      ctx.db.patient.create({
        data: {
          ...columns,
          status,
          statusSince: now,
          consentIsManual: isManual,
          consentSignedAt: isManual ? now : null,
          createdById: ctx.actor.id,
          createdAt: now,
        },
      }),
    )
    await ctx.db.patientStatusChange.create({
      data: { patientId: patient.id, to: status, changedById: ctx.actor.id, changedAt: now },
    })
    await saveIdentifiers(ctx, 'patient', patient.id, identifiers)
    await audit(ctx, {
      action: 'created',
      resourceType: 'patient',
      resourceId: patient.id,
      patientId: patient.id,
    })
    return patient
  },
)
