import { manualDisclosureInput } from '#domain/accounting/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { mustBeServable } from '#domain/records/scan.ts'
import { isUuid } from '#domain/text.ts'
import type { PatientRecord } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'
import { checkFile, notingLock, type RecordFile } from '../records/handedFile.ts'
import { storedFile } from '../records/serveRecord.ts'

type Which = { patientId: string; manualDisclosureId: string }

/** The document of a disclosure, and where the clinic finds it. */
export type DisclosureDocument = RecordFile & Which

/**
 * Serves the document of a disclosure, completely or not at all. It follows the rules of records: it must have passed the
 * malware scan and be intact.
 */
export const downloadDisclosureDocument = unwrapped(
  manualDisclosureInput,
  async (ctx: OperationContext, which): Promise<DisclosureDocument> => {
    const record = await inTransaction(ctx, (inside) => permitted(inside, which))
    const { id: recordId, patientId } = record
    return notingLock(ctx, { patientId, recordId }, async () => {
      mustBeServable(record)
      const file = storedFile(record)
      await checkFile(ctx, { patientId, recordId }, file)
      await inTransaction(ctx, async (inside) => {
        mustBeServable(await permitted(inside, which))
        const resourceId = which.manualDisclosureId
        await audit(inside, { action: 'downloaded', resourceType: 'disclosure', resourceId, patientId })
      })
      return { ...which, record, read: (range) => ctx.recordStore.read(file, range) }
    })
  },
)

async function permitted(
  ctx: OperationContext,
  { patientId, manualDisclosureId }: Which,
): Promise<PatientRecord> {
  const patient = await visiblePatient(ctx, patientId)
  authorize(ctx, 'disclosure.list', patient, { resourceType: 'patient', resourceId: patientId })
  const entry = isUuid(manualDisclosureId)
    ? await ctx.db.manualDisclosure.findFirst({
        where: { id: manualDisclosureId, patientId },
        select: { record: true },
      })
    : null
  if (!entry?.record) throw notFound('Document', manualDisclosureId)
  return entry.record
}
