import { changedDetails } from '#domain/consent/changedDetails.ts'
import { signingBar } from '#domain/consent/representative.ts'
import { type ReviewReason, reasonsForReview } from '#domain/consent/review.ts'
import { clinicDay } from '#domain/dates.ts'
import type { ConsentRequest, Patient, Prisma } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { enqueue } from '../enqueue.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { dropReview } from './closeReview.ts'
import { countSignature, holdForReview, isOvertaken } from './countSignature.ts'
import { formEvidence, signerEvidence } from './formEvidence.ts'
import { tellRecipients } from './tellRecipients.ts'

/** The signer, the kind of signature and other columns of the request to update. */
type SignatureFacts = Prisma.ConsentRequestUncheckedUpdateInput & {
  signerName: string
  signatureKind: ConsentRequest['signatureKind']
  signerCapacity: NonNullable<ConsentRequest['signerCapacity']>
}

/** The form to store, as content or as the file of a scan. Its type defaults to PDF. */
type StoredForm = Omit<Prisma.SignedConsentFormUncheckedCreateInput, 'id' | 'requestId' | 'createdAt'>

/**
 * Records a signature of any kind: closes the request, stores the form and its hash, and advances the
 * patient. It never moves a patient back and never undoes a drop or a later revocation, but still records the
 * signature. A form that needs a review opens nothing before staff accept it. Call it inside a transaction. Returns
 * `false` if the request was already signed.
 */
export async function recordSignature(
  ctx: RequestContext,
  request: ConsentRequest,
  signedAt: Date,
  facts: SignatureFacts,
  form: StoredForm,
): Promise<boolean> {
  await lockPatientRow(ctx, request.patientId)
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  const isLate = isOvertaken(patient, signedAt)
  const reasons = isLate ? [] : reasonsFor(ctx, request, patient, facts, signedAt)
  const { count } = await ctx.db.consentRequest.updateMany({
    where: { id: request.id, state: { not: 'signed' } },
    data: {
      ...facts,
      state: 'signed',
      closedAt: signedAt,
      closeReason: null,
      nextReminderAt: null,
      ...(reasons.length > 0 && { reviewState: 'waiting', reviewReasons: reasons }),
    },
  })
  if (count === 0) return false
  await ctx.db.signedConsentForm.create({ data: { ...form, requestId: request.id, createdAt: ctx.now() } })
  let told: string[] = []
  if (!isLate) {
    await dropReview(ctx, patient, 'A newer form was signed')
    if (reasons.length > 0) await holdForReview(ctx, patient, request, signedAt)
    else told = await tellRecipients(ctx, await countSignature(ctx, patient, request, signedAt), request)
  }
  await tell(ctx, request, patient, { reasons, facts, form, except: told })
  return true
}

/** Why staff have to review the form. They saw a paper form themselves. */
function reasonsFor(
  ctx: RequestContext,
  { channel, provider, identityCheck, ...request }: ConsentRequest,
  patient: Patient,
  { signerName, signerCapacity }: SignatureFacts,
  signedAt: Date,
): ReviewReason[] {
  if (channel === 'paper') return []
  const { identityCheck: floor, adultAge } = ctx.consentRules
  return reasonsForReview({
    signerName,
    patient,
    isRepresentative: signerCapacity !== 'patient',
    patientBar: signingBar(patient, null, clinicDay(signedAt, ctx.timeZone), adultAge),
    // Staff see the patient at the clinic, and another provider sends its own e-mail to the patient's address.
    identityCheck: channel === 'remote' && provider === 'built_in' ? identityCheck : null,
    floor,
    changed: changedDetails(request, patient),
  })
}

type Told = {
  reasons: ReviewReason[]
  facts: SignatureFacts
  form: StoredForm
  /** Recipients of the form who have an alert already. */
  except: readonly string[]
}

/** What a witness and an interpreter typed. The audit log names the fields; the request has the values. */
const attestedFields = ['witnessName', 'witnessRelation', 'interpreterName', 'interpreterLanguage'] as const

async function tell(
  ctx: RequestContext,
  request: ConsentRequest,
  patient: Patient,
  { reasons, facts, form, except }: Told,
): Promise<void> {
  const fields = attestedFields.filter((field) => facts[field])
  await audit(ctx, {
    action: 'consent_signed',
    resourceType: 'consent_request',
    resourceId: request.id,
    patientId: patient.id,
    details: {
      ...(reasons.length > 0 && { review: reasons }),
      ...(fields.length > 0 && { fields }),
      ...formEvidence(request, form),
      ...signerEvidence(ctx.evidenceKeyOf(), {
        ...{ requestId: request.id, name: facts.signerName ?? '', email: patient.email ?? '' },
      }),
    },
  })
  await enqueue(ctx, 'sign_tree_head_now', {}, { runAt: ctx.now(), key: 'sign_tree_head_now' })
  await sendAlert(ctx, reasons.length > 0 ? 'consent_review' : 'consent_signed', { patient, except })
}
