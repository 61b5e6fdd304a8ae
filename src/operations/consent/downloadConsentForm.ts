import { clockAt } from '#domain/calendar.ts'
import { consentFormInput } from '#domain/consent/inputs.ts'
import { notFound } from '#domain/errors.ts'
import { fileTypes, isRecordType } from '#domain/records/fileTypes.ts'
import { isUuid } from '#domain/text.ts'
import type { Patient, Prisma } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { operation } from '../operation.ts'
import { visiblePatient } from '../patients/visiblePatient.ts'

export type ConsentForm = { content: Uint8Array; sha256: string; fileName: string; mimeType: string }

/** A signed form of a patient, byte for byte as it was stored: of one request, or the one that the consent rests on. */
export const downloadConsentForm = operation(
  consentFormInput,
  async (ctx, { patientId, requestId }): Promise<ConsentForm> => {
    const patient = await visiblePatient(ctx, patientId)
    authorize(ctx, 'consent.view', patient, { resourceType: 'patient', resourceId: patientId })
    const form = await (requestId ? formOf(ctx, patientId, requestId) : formThatHolds(ctx, patient))
    if (!form) throw notFound('Consent form', patientId)
    await audit(ctx, {
      action: 'downloaded',
      resourceType: 'consent_form',
      resourceId: form.id,
      patientId,
    })
    return {
      content: form.content,
      sha256: form.sha256,
      fileName: `consent-${patient.lastName}-${dayOfSigning(ctx, form)}.${endingOf(form.mediaType)}`,
      mimeType: form.mediaType,
    }
  },
)

const newestOf = ({ db }: OperationContext, request: Prisma.ConsentRequestWhereInput) =>
  db.signedConsentForm.findFirst({
    where: { request },
    orderBy: { createdAt: 'desc' },
    include: { request: { select: { closedAt: true } } },
  })

const formOf = async (ctx: OperationContext, patientId: string, id: string) =>
  isUuid(id) ? newestOf(ctx, { patientId, id }) : null

/** What was put on file last may be older than what counts: news of a signature can come late. */
const formThatHolds = async (ctx: OperationContext, { id: patientId, consentSignedAt }: Patient) =>
  (consentSignedAt && (await newestOf(ctx, { patientId, closedAt: consentSignedAt }))) ||
  newestOf(ctx, { patientId })

type Form = NonNullable<Awaited<ReturnType<typeof newestOf>>>

const dayOfSigning = ({ timeZone }: OperationContext, { request, createdAt }: Form) =>
  clockAt(request.closedAt ?? createdAt, timeZone).day

const endingOf = (mediaType: string) => (isRecordType(mediaType) && fileTypes[mediaType].endings[0]) || 'pdf'
