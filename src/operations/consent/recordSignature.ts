import { consentFormPath } from '#domain/access/screens.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ConsentRequest, Patient, Prisma } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { moveAlong } from '../patients/enterStatus.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'

const DAY_MS = 86_400_000

/** The signer, the kind of signature and other columns of the request to update. */
type SignatureFacts = Prisma.ConsentRequestUncheckedUpdateInput & {
  signerName: string
  signatureKind: ConsentRequest['signatureKind']
}

/** The form to store, as content or as the file of a scan. Its type defaults to PDF. */
type StoredForm = Omit<Prisma.SignedConsentFormUncheckedCreateInput, 'id' | 'requestId' | 'createdAt'>

/**
 * Records a signature of any kind: closes the request, stores the form and its hash, and advances the
 * patient. It never moves a patient back and never undoes a drop or a later revocation, but still records the
 * signature. Call it inside a transaction. Returns `false` if the request was already signed.
 */
export async function recordSignature(
  ctx: RequestContext,
  request: ConsentRequest,
  signedAt: Date,
  facts: SignatureFacts,
  form: StoredForm,
): Promise<boolean> {
  await lockPatientRow(ctx, request.patientId)
  const { count } = await ctx.db.consentRequest.updateMany({
    where: { id: request.id, state: { not: 'signed' } },
    data: { ...facts, state: 'signed', closedAt: signedAt, closeReason: null, nextReminderAt: null },
  })
  if (count === 0) return false
  await ctx.db.signedConsentForm.create({ data: { ...form, requestId: request.id, createdAt: ctx.now() } })
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  if (!isOvertaken(patient, signedAt))
    await moveAlong(ctx, patient, 'sign_consent', proofOf(request, signedAt))
  await tell(ctx, request, patient)
  return true
}

/**
 * Whether the patient has revoked consent or signed again after this signature. A signature can be reported
 * late; the later event wins.
 */
function isOvertaken(patient: Patient, signedAt: Date): boolean {
  const { status, consentRevokedAt, consentIsManual, consentSignedAt } = patient
  if (consentRevokedAt && consentRevokedAt > signedAt) return true
  const isAwaited = allowsStep(status, 'sign_consent') || consentIsManual
  return !isAwaited && consentSignedAt !== null && consentSignedAt > signedAt
}

const proofOf = (
  { id: requestId, patientId, validDays, recipients, scope }: ConsentRequest,
  signedAt: Date,
) => ({
  authorization: { requestId, recipients, scope, revoked: { recipients: [], categories: [] } },
  consentFormUrl: consentFormPath(patientId),
  consentSignedAt: signedAt,
  consentIsManual: false,
  consentRevokedAt: null,
  consentExpiresAt: validDays === null ? null : new Date(signedAt.getTime() + validDays * DAY_MS),
})

async function tell(ctx: RequestContext, request: ConsentRequest, patient: Patient) {
  await audit(ctx, {
    action: 'consent_signed',
    resourceType: 'consent_request',
    resourceId: request.id,
    patientId: patient.id,
  })
  await sendAlert(ctx, 'consent_signed', { patient })
}
