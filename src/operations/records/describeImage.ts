import { isImage } from '#domain/records/imageText.ts'
import { describeImageInput, NOT_AN_IMAGE } from '#domain/records/inputs.ts'
import { authorize } from '../authorize.ts'
import { auditEdit, changesOf } from '../edited.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'

/** Sets or removes the description of an image. For the same users as an upload; the audit log has salted hashes of the texts. */
export const describeImage = operation(
  describeImageInput,
  async (ctx, { patientId, recordId, imageDescription = null }) => {
    const patient = await patientForUpdate(ctx, patientId)
    const what = { resourceType: 'patient_record' as const, resourceId: recordId }
    authorize(ctx, 'record.upload', chartOf(ctx, patient), what)
    const before = await visibleRecord(ctx, { patientId, recordId })
    if (!isImage(before.mimeType)) throw invalid({ imageDescription: NOT_AN_IMAGE })
    const record = await ctx.db.patientRecord.update({ where: { id: recordId }, data: { imageDescription } })
    await auditEdit(ctx, changesOf(before, { imageDescription }), { ...what, patientId })
    return record
  },
)
