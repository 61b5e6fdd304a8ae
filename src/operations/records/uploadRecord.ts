import { Failure } from '#domain/errors.ts'
import { UPLOAD_WHEN_DROPPED } from '#domain/patients/status.ts'
import { uploadRecordInput } from '#domain/records/inputs.ts'
import { alertPeople } from '../alerts/alertPeople.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'
import { chartOf } from './chartOf.ts'
import { firstScan, scanSoon } from './scanSoon.ts'

/** Puts a received file on a patient's file and tells the assignee; the trail holds neither its name nor what it shows. */
export const uploadRecord = operation(
  uploadRecordInput,
  async (ctx, { patientId, file, description = null }) => {
    const patient = await lockedPatient(ctx, patientId)
    authorize(ctx, 'record.upload', chartOf(ctx, patient), { resourceType: 'patient', resourceId: patientId })
    if (patient.status === 'dropped') throw new Failure('conflict', UPLOAD_WHEN_DROPPED)
    const { fileName, mimeType, fileSize, sha256, keptSha256, removed, storageKey, wrappedKey, keyId } = file
    const record = await ctx.db.patientRecord.create({
      data: {
        patientId,
        ...{ fileName, mimeType, fileSize, sha256, keptSha256, removed, description, keyId },
        wrappedKey: new Uint8Array(wrappedKey),
        filePath: storageKey,
        uploadedById: ctx.actor.id,
        createdAt: ctx.now(),
        ...firstScan(ctx),
      },
    })
    await audit(ctx, {
      action: 'created',
      resourceType: 'patient_record',
      resourceId: record.id,
      patientId,
      details: { sha256, fileSize, mimeType, ...(keptSha256 && { keptSha256, removed }) },
    })
    await scanSoon(ctx, record.id)
    await alertPeople(ctx, 'record_uploaded', patient, { assignee: true })
    return record
  },
)
