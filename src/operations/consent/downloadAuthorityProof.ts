import { consentRequestInput } from '#domain/consent/review.ts'
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

/** A proof of authority, and where the clinic finds it. */
export type ProofFile = RecordFile & { patientId: string; requestId: string }

type Which = { patientId: string; requestId: string }

/**
 * Serves the proof of authority that a representative uploaded, completely or not at all. It follows the rules of
 * records: it must have passed the malware scan and be intact.
 */
export const downloadAuthorityProof = unwrapped(
  consentRequestInput,
  async (ctx: OperationContext, which): Promise<ProofFile> => {
    const record = await inTransaction(ctx, (inside) => permitted(inside, which))
    const { id: recordId, patientId } = record
    return notingLock(ctx, { patientId, recordId }, async () => {
      mustBeServable(record)
      const file = storedFile(record)
      await checkFile(ctx, { patientId, recordId }, file)
      await inTransaction(ctx, async (inside) => {
        mustBeServable(await permitted(inside, which))
        await audit(inside, {
          action: 'downloaded',
          resourceType: 'authority_proof',
          resourceId: which.requestId,
          patientId,
        })
      })
      return { ...which, record, read: (range) => ctx.recordStore.read(file, range) }
    })
  },
)

async function permitted(ctx: OperationContext, { patientId, requestId }: Which): Promise<PatientRecord> {
  const patient = await visiblePatient(ctx, patientId)
  authorize(ctx, 'consent.review', patient, { resourceType: 'patient', resourceId: patientId })
  const request = isUuid(requestId)
    ? await ctx.db.consentRequest.findFirst({
        where: { id: requestId, patientId },
        select: { proofRecord: true },
      })
    : null
  if (!request?.proofRecord) throw notFound('Proof of authority', requestId)
  return request.proofRecord
}
