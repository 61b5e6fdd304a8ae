import { Failure } from '#domain/errors.ts'
import { UPLOAD_WHEN_DROPPED } from '#domain/patients/status.ts'
import { uploadRecordInput } from '#domain/records/inputs.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'
import { chartOf } from './chartOf.ts'
import { keepReceived } from './keepReceived.ts'

/** Puts a received file on a patient's file and tells the assignee. */
export const uploadRecord = operation(
  uploadRecordInput,
  async (ctx, { patientId, file, description = null }) => {
    const patient = await lockedPatient(ctx, patientId)
    authorize(ctx, 'record.upload', chartOf(ctx, patient), { resourceType: 'patient', resourceId: patientId })
    if (patient.status === 'dropped') throw new Failure('conflict', UPLOAD_WHEN_DROPPED)
    const record = await keepReceived(ctx, file, { patientId, description, uploadedById: ctx.actor.id })
    await alertPeople(ctx, 'record_uploaded', patient, { assignee: true })
    return record
  },
)
