import { dateOf } from '#domain/dates.ts'
import { editRecordInput } from '#domain/records/inputs.ts'
import type { Disclosure, Patient, PatientRecord } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { auditEdit, changesOf } from '../edited.ts'
import { saveIdentifiers, withIdentifiers } from '../identifiers.ts'
import { operation } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { refuseStale, versioned } from '../version.ts'
import { mistakenDisclosures } from './accountedDisclosures.ts'
import { alertRecipients } from './alertRecipients.ts'
import { chartOf, visibleRecord } from './recordAccess.ts'
import { readerOf } from './uploadRecord.ts'
import { versionOfRecord } from './versionOfRecord.ts'

/**
 * Changes the identifiers of a record, its category and its service date, and with these which forms cover it. For users who may upload to
 * the patient. The values before and after are kept for administrators. If nothing permitted an earlier disclosure of the record, as it
 * is described now, its recipients are asked to delete all copies (45 CFR 164.530(f)), and administrators to assess it (164.402).
 */
export const editRecord = operation(
  withIdentifiers(versioned(editRecordInput)),
  async (ctx, { patientId, recordId, category, serviceDate, identifiers, expectedVersion }) => {
    const patient = await patientForUpdate(ctx, patientId)
    const what = { resourceType: 'patient_record' as const, resourceId: recordId }
    authorize(ctx, 'record.edit', chartOf(ctx, patient), what)
    const before = await visibleRecord(ctx, { patientId, recordId })
    if (expectedVersion != null) {
      const known = await ctx.db.identifier.findMany({ where: { recordId } })
      refuseStale(versionOfRecord({ ...before, identifiers: known }), expectedVersion, 'record')
    }
    const day = serviceDate ? dateOf(serviceDate) : (serviceDate as null | undefined)
    const changed = changesOf(before, { category, serviceDate: day })
    const newIdentifiers = await saveIdentifiers(ctx, 'record', recordId, identifiers)
    if (newIdentifiers) changed.identifiers = newIdentifiers
    if (Object.keys(changed).length === 0) return before
    const disclosures = await ctx.db.disclosure.findMany({ where: { patientId, recordId } })
    const known = await mistakenDisclosures(ctx, patientId, disclosures)
    const record = await ctx.db.patientRecord.update({
      where: { id: recordId },
      data: { ...(category !== undefined && { category }), ...(day !== undefined && { serviceDate: day }) },
    })
    await auditEdit(ctx, changed, { ...what, patientId })
    const found = await mistakenDisclosures(ctx, patientId, disclosures)
    const mistakes = disclosures.filter(({ id }) => found.has(id) && !known.has(id))
    if (mistakes.length > 0) await reportMistakes(ctx, patient, record, mistakes)
    return record
  },
)

async function reportMistakes(
  ctx: OperationContext,
  patient: Patient,
  record: PatientRecord,
  mistakes: readonly Disclosure[],
): Promise<void> {
  const reader = await readerOf(ctx, patient, record)
  const recipients = mistakes.map(({ recipientId }) => recipientId).filter((id) => id !== reader)
  await alertRecipients(ctx, 'disclosed_by_mistake', { ...record, patient, recipients })
  await sendAlert(ctx, 'mistake_to_assess', { fileName: record.fileName, patient, users: [ctx.actor.id] })
}
