import type * as z from 'zod/mini'
import { dateOf } from '#domain/dates.ts'
import { conflict } from '#domain/errors.ts'
import { UPLOAD_WHEN_DROPPED } from '#domain/patients/status.ts'
import { isImage } from '#domain/records/imageText.ts'
import { NOT_AN_IMAGE, uploadRecordInput } from '#domain/records/inputs.ts'
import type { Patient, PatientRecord } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { chartOf, closingOf } from './recordAccess.ts'
import { saveUpload } from './saveUpload.ts'

/** The input of `uploadRecord`. */
export const recordInput = withIdentifiers(uploadRecordInput)

/** Adds a received file to a patient's records and alerts the assignee, unless the record is closed to them. */
export const uploadRecord = operation(recordInput, async (ctx, input) => {
  const { record, patient, reader } = await putOnFile(ctx, input)
  if (reader) await sendAlert(ctx, 'record_uploaded', { patient })
  return record
})

/**
 * The same without an alert: for a batch, the assignees get a single alert. `reader` is the ID of the assignee if the record is
 * open to them.
 */
export async function putOnFile(
  ctx: OperationContext,
  {
    patientId,
    file,
    description = null,
    imageDescription = null,
    category = null,
    serviceDate,
    identifiers,
  }: z.output<typeof recordInput>,
) {
  const patient = await patientForUpdate(ctx, patientId)
  authorize(ctx, 'record.upload', chartOf(ctx, patient), { resourceType: 'patient', resourceId: patientId })
  if (patient.status === 'dropped') throw conflict('wrong_status', UPLOAD_WHEN_DROPPED)
  if (imageDescription && !isImage(file.mimeType)) throw invalid({ imageDescription: NOT_AN_IMAGE })
  const record = await saveUpload(ctx, file, {
    ...{ patientId, description, imageDescription, category, uploadedById: ctx.actor.id },
    serviceDate: serviceDate ? dateOf(serviceDate) : null,
  })
  await saveIdentifiers(ctx, 'record', record.id, identifiers)
  return { record, patient, reader: await readerOf(ctx, patient, record) }
}

/** The ID of the assignee if a record is open to them. One that is closed must not become known by an alert. */
export async function readerOf(
  ctx: OperationContext,
  patient: Patient,
  record: PatientRecord,
): Promise<string | null> {
  const { assignedAttorneyId: id } = patient
  const assignee = id === null ? null : await ctx.db.user.findUnique({ where: { id } })
  return assignee && closingOf({ ...ctx, actor: assignee }, patient, record) === null ? assignee.id : null
}
