import { PROOF } from '#domain/consent/representative.ts'
import { linkHolderInput, uploadAuthorityProofInput } from '#domain/consent/signingInputs.ts'
import { Failure } from '#domain/errors.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { saveUpload } from '../records/saveUpload.ts'
import { findConsentRequestForUpdate } from './findActiveConsentRequest.ts'

/**
 * Counts an upload before the server receives it, so that the holder of a link can cause only a few. Throws like every
 * step behind a link, and `conflict` after too many or after a proof was received.
 */
export const admitAuthorityProof = unwrapped(linkHolderInput, (ctx: RequestContext, holder) =>
  inTransaction(ctx, async (inside): Promise<void> => {
    const request = await findConsentRequestForUpdate(inside, holder)
    refuseSecond(request)
    if (request.proofUploads >= PROOF.uploads) throw new Failure('conflict', answer('proofTooMany'))
    await inside.db.consentRequest.update({
      where: { id: request.id },
      data: { proofUploads: { increment: 1 } },
    })
  }),
)

/** Stores the proof of authority of a personal representative with the request. Only the clinic can open it. */
export const uploadAuthorityProof = unwrapped(
  uploadAuthorityProofInput,
  async (ctx: RequestContext, { file, ...holder }): Promise<true> => {
    refuseOtherFiles(file)
    return inTransaction(ctx, async (inside): Promise<true> => {
      const request = await findConsentRequestForUpdate(inside, holder)
      refuseSecond(request)
      const { id, patientId, sentById: uploadedById } = request
      // The signer has no user account, so the record names the sender of the request as its uploader.
      const record = await saveUpload(inside, file, { patientId, uploadedById, isPaperConsent: true })
      await inside.db.consentRequest.update({ where: { id }, data: { proofRecordId: record.id } })
      await audit(inside, {
        action: 'updated',
        resourceType: 'consent_request',
        resourceId: id,
        patientId,
        userId: null,
        details: { fields: ['proofRecordId'] },
      })
      return true
    })
  },
)

function refuseSecond({ proofRecordId }: Pick<ConsentRequest, 'proofRecordId'>): void {
  if (proofRecordId === null) return
  throw new Failure('conflict', answer('proofTwice'))
}

function refuseOtherFiles({ mimeType, fileSize }: ReceivedFile): void {
  if (!(PROOF.types as readonly string[]).includes(mimeType)) throw invalid({ file: answer('proofKind') })
  if (fileSize > PROOF.bytes) throw invalid({ file: answer('proofLarge', { max: PROOF.bytes / 2 ** 20 }) })
}
