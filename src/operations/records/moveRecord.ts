import { conflict } from '#domain/errors.ts'
import { UPLOAD_WHEN_DROPPED } from '#domain/patients/status.ts'
import { moveRecordInput, SAME_CHART } from '#domain/records/inputs.ts'
import type { Patient, PatientRecord } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit } from '../edited.ts'
import { refuseOnHold } from '../legalHolds/legalHolds.ts'
import { invalid, operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { alertRecipients } from './alertRecipients.ts'
import { misfiledDisclosures } from './misfiledDisclosures.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'
import { readerOf } from './uploadRecord.ts'

/** The record in its new chart, and how often it was disclosed from the charts in which it did not belong. */
export type MovedRecord = { record: PatientRecord; mistakes: number }

/**
 * Moves a record from the wrong chart to the right one. Links to forwarded records of the wrong chart stop showing it. If that
 * chart is of another patient, the record's disclosures are now in the accounting of the right patient, as mistakes
 * (45 CFR 164.528), and their recipients are asked to delete all copies (164.530(f)).
 */
export const moveRecord = operation(moveRecordInput, async (ctx, input): Promise<MovedRecord> => {
  const { recordId, reason } = input
  const isSamePatient = input.isSamePatient ?? false
  const from = await patientForUpdate(ctx, input.patientId)
  const to = await patientForUpdate(ctx, input.toPatientId)
  if (from.id === to.id) throw invalid({ toPatientId: SAME_CHART })
  const { id: patientId } = from
  const what = { resourceType: 'patient_record' as const, resourceId: recordId }
  authorize(ctx, 'record.move', chartOf(ctx, from), what)
  authorize(ctx, 'record.move', chartOf(ctx, to), what)
  await visibleRecord(ctx, { patientId, recordId })
  await refuseOnHold(ctx, patientId)
  if (to.status === 'dropped') throw conflict('wrong_status', UPLOAD_WHEN_DROPPED)
  const record = await ctx.db.patientRecord.update({
    where: { id: recordId },
    data: { patientId: to.id },
  })
  await ctx.db.recordMove.create({
    data: {
      ...{ recordId, fromPatientId: patientId, toPatientId: to.id },
      ...{ reason, isSamePatient },
      ...{ movedById: ctx.actor.id, movedAt: ctx.now() },
    },
  })
  // Neither chart's row names the other patient. The record's ID connects them for an administrator.
  const details = { fields: ['patientId'], isSamePatient }
  const because = { from: null, to: reason }
  await auditEdit(ctx, { movedOut: because }, { ...what, patientId, details: { ...details, moved: 'out' } })
  await auditEdit(
    ctx,
    { movedIn: because },
    { ...what, patientId: to.id, details: { ...details, moved: 'in' } },
  )
  const reader = await readerOf(ctx, to, record)
  if (reader) await sendAlert(ctx, 'record_uploaded', { patient: to })
  if (isSamePatient) return { record, mistakes: 0 }
  await askToDelete(ctx, from, record, reader)
  const { here } = await misfiledDisclosures(ctx, to.id)
  return { record, mistakes: await ctx.db.disclosure.count({ where: { recordId, OR: here } }) }
})

/** Alerts those who received the record from the wrong chart, but not the attorney of the right one, who may keep it. */
async function askToDelete(
  ctx: OperationContext,
  from: Patient,
  { id: recordId, fileName }: PatientRecord,
  reader: string | null,
): Promise<void> {
  const received = await ctx.db.disclosure.findMany({
    where: { patientId: from.id, recordId, ...(reader && { recipientId: { not: reader } }) },
    distinct: ['recipientId'],
    select: { recipientId: true },
  })
  const recipients = received.map(({ recipientId }) => recipientId)
  await alertRecipients(ctx, 'record_misfiled', { fileName, patient: from, recipients })
}
