import type * as z from 'zod/mini'
import { UNASSIGNED } from '#domain/patients/filters.ts'
import { reassignPatientInput } from '#domain/patients/inputs.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit } from '../edited.ts'
import { invalid, operation } from '../operation.ts'
import { endForwardings } from '../records/endForwardings.ts'
import { assignable } from '../users/assignableUsers.ts'
import { countsOf, type TransferredWork, tellSuccessor, transferOpenWork } from '../users/transferWork.ts'
import { refuseStale, versioned, versionOf } from '../version.ts'
import { patientForUpdate } from './visiblePatient.ts'

const reassignInput = versioned(reassignPatientInput)

/** The patient, the former assignee, and the former assignee's work that has followed the patient. */
type Reassignment = { patient: Patient; formerId: string | null; transferred: TransferredWork }

/** Throws `invalid` if work is to be transferred, but the patient becomes unassigned. */
export const refuseWorkForNobody = (
  assignedAttorney: string,
  transfersWork: boolean | null | undefined,
): void => {
  if (transfersWork && assignedAttorney === UNASSIGNED)
    throw invalid({ assignedAttorney: 'Choose who takes over the open tasks and coming appointments' })
}

/**
 * Assigns a patient to an active attorney or staff member, or to no one for the literal 'none' (SPEC section
 * 7). With `transfersWork`, the former assignee's open tasks on the patient and coming appointments with the patient follow: an
 * attorney can no longer see them.
 */
export const reassignPatient = operation(reassignInput, async (ctx, input) => {
  const { patient, formerId, transferred } = await changeAssignee(ctx, input)
  const { assignedAttorneyId } = patient
  if (!assignedAttorneyId || assignedAttorneyId === formerId) return patient
  await sendAlert(ctx, 'patient_assigned', { patient })
  if (formerId) await tellSuccessor(ctx, formerId, assignedAttorneyId, countsOf(transferred))
  return patient
})

/** Does the same in the transaction of `ctx`, and leaves the alerts to the caller. */
export async function changeAssignee(
  ctx: OperationContext,
  { patientId, assignedAttorney, transfersWork, expectedVersion }: z.output<typeof reassignInput>,
): Promise<Reassignment> {
  const before = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'patient.reassign', before, { resourceType: 'patient', resourceId: patientId })
  refuseStale(versionOf(before), expectedVersion, 'patient')
  refuseWorkForNobody(assignedAttorney, transfersWork)
  const toId = assignedAttorney === UNASSIGNED ? null : await assignable(ctx, assignedAttorney)
  const patient = await ctx.db.patient.update({
    where: { id: patientId },
    data: { assignedAttorneyId: toId },
  })
  const { assignedAttorneyId: formerId } = before
  const hasMoved = formerId && formerId !== toId
  if (hasMoved) await endForwardings(ctx, { patientId, recipientId: formerId }, 'reassigned')
  await auditEdit(
    ctx,
    { assignedAttorney: { from: formerId, to: toId } },
    {
      ...{ resourceType: 'patient', resourceId: patientId, patientId },
      ...(formerId && { details: { former: formerId } }),
    },
  )
  const transferred =
    hasMoved && toId && transfersWork
      ? await transferOpenWork(ctx, formerId, toId, { patientId })
      : { taskIds: [], appointmentIds: [] }
  return { patient, formerId, transferred }
}
