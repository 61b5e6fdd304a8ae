import { dayOf, showDay } from '#domain/dates.ts'
import { editPatientInput } from '#domain/patients/personInputs.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { refuseTakenAddress } from '../takenAddress.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { ADDRESS_TAKEN, personColumns, refuseWrongDays, refuseWrongDaysOfEdit } from './personColumns.ts'
import { withPhone } from './phoneNumber.ts'
import { patientForUpdate } from './visiblePatient.ts'

/** Changes the given fields. The values before and after are kept for administrators. */
export const editPatient = operation(
  withIdentifiers(versioned(editPatientInput)),
  async (ctx, { patientId, expectedVersion, identifiers, ...given }) => {
    refuseEmptyEdit({ ...given, identifiers })
    refuseWrongDays(ctx, given)
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'patient.edit', patient, { resourceType: 'patient', resourceId: patientId })
    refuseStale(versionOf(patient), expectedVersion, 'patient')
    refuseWrongDaysOfEdit(ctx, patient, given)
    const changes = personColumns(withPhone(given))
    const changed = changesOf(patient, changes)
    const newIdentifiers = await saveIdentifiers(ctx, 'patient', patientId, identifiers)
    if (newIdentifiers) changed.identifiers = newIdentifiers
    // Prisma sets the time by this clock too, but not if no column of the patient changes.
    const data = { ...changes, ...(newIdentifiers && { updatedAt: new Date() }) }
    const edited =
      Object.keys(changed).length === 0
        ? patient
        : await refuseTakenAddress(ctx, ADDRESS_TAKEN, () =>
            ctx.db.patient.update({ where: { id: patientId }, data }),
          )
    await auditEdit(ctx, changed, { resourceType: 'patient', resourceId: patientId, patientId })
    if (changed.dateOfDeath && edited.dateOfDeath)
      await sendAlert(ctx, 'patient_died', { patient: edited, diedOn: showDay(dayOf(edited.dateOfDeath)) })
    return edited
  },
)
