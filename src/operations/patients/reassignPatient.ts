import { UNASSIGNED } from '#domain/patients/filters.ts'
import { reassignPatientInput } from '#domain/patients/inputs.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import { auditEdit } from '../edited.ts'
import { invalid, operation } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { assignable } from '../users/assignableUsers.ts'
import { transferWorkOnPatient } from '../users/transferWork.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { patientForUpdate } from './visiblePatient.ts'

/**
 * Assigns a patient to an active attorney or staff member, or to no one for the literal 'none' (SPEC section
 * 7). With `transfersWork`, the former assignee's open tasks on the patient and coming appointments with the patient follow: an
 * attorney can no longer see them.
 */
export const reassignPatient = operation(
  versioned(reassignPatientInput),
  async (ctx, { patientId, assignedAttorney, transfersWork, expectedVersion }) => {
    const patient = await patientForUpdate(ctx, patientId)
    authorize(ctx, 'patient.reassign', patient, { resourceType: 'patient', resourceId: patientId })
    refuseStale(versionOf(patient), expectedVersion, 'patient')
    if (transfersWork && assignedAttorney === UNASSIGNED)
      throw invalid({ assignedAttorney: 'Choose who takes over the open tasks and coming appointments' })
    const assignedAttorneyId =
      assignedAttorney === UNASSIGNED ? null : await assignable(ctx, assignedAttorney)
    const reassigned = await ctx.db.patient.update({ where: { id: patientId }, data: { assignedAttorneyId } })
    const former = patient.assignedAttorneyId
    if (former && former !== assignedAttorneyId)
      await endForwardings(ctx, { patientId, recipientId: former }, 'reassigned')
    await auditEdit(
      ctx,
      { assignedAttorney: { from: former, to: assignedAttorneyId } },
      {
        ...{ resourceType: 'patient', resourceId: patientId, patientId },
        ...(former && { details: { former } }),
      },
    )
    if (assignedAttorneyId && assignedAttorneyId !== patient.assignedAttorneyId) {
      await sendAlert(ctx, 'patient_assigned', { patient: reassigned })
      if (former && transfersWork) await transferWorkOnPatient(ctx, patientId, former, assignedAttorneyId)
    }
    return reassigned
  },
)
