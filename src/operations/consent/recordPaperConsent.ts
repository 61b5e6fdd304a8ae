import { paperLineProblems } from '#domain/consent/attestation.ts'
import { SCANNED_FORM_MAX } from '#domain/consent/formCheck.ts'
import { type Authority, paperSignerProblems, signingBar } from '#domain/consent/representative.ts'
import { paperConsentInput } from '#domain/consent/signingInputs.ts'
import { clinicDay, type Day, dateOf, dayOf, endOfDay, showDay } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import { servedSha256 } from '#domain/records/removals.ts'
import { instantOf } from '#domain/zones.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { saveUpload } from '../records/saveUpload.ts'
import { prepareRequest, type SendingChoices } from './prepareRequest.ts'
import { previousChoices } from './previousChoices.ts'
import { linesFor } from './readPaperConsentLines.ts'
import { recordSignature } from './recordSignature.ts'
import { enqueueSealing } from './sealScans.ts'
import type { TermChoices } from './termsFor.ts'
import { voidConsentRequests } from './voidConsentRequests.ts'

/** Accepted types of a scan. Editable text formats are excluded. */
const SCANS = ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff']

type Paper = TermChoices & {
  file: ReceivedFile
  signedOn: Day
  endsOn?: Day | null | undefined
  authority: Authority | null
  representativeName: string | null
  representativeRelation?: string | null | undefined
  witnessName: string
  witnessRelation?: string | null | undefined
  interpreterName: string | null
  interpreterLanguage?: string | null | undefined
}

/**
 * Records a form that was signed on paper: the scan, the date, who signed, the witness, and the recipients, the scope and the
 * end that it states. Without an end, it is valid as long as the clinic's form. If an administrator had set the status
 * without a form, this adds the form and keeps the status.
 */
export const recordPaperConsent = unwrapped(
  paperConsentInput,
  async (ctx: OperationContext, { patientId, ...paper }): Promise<Patient> => {
    refuseOtherFiles(paper.file)
    return inTransaction(ctx, async (inside) => {
      const patient = await patientForUpdate(inside, patientId)
      authorize(inside, 'consent.recordPaper', patient, { resourceType: 'patient', resourceId: patientId })
      await refuseUnawaited(inside, patient)
      refuseDay(inside, patient, paper.signedOn)
      await putOnFile(inside, patient, paper)
      return inside.db.patient.findUniqueOrThrow({ where: { id: patientId } })
    })
  },
)

function refuseOtherFiles({ mimeType, fileSize }: ReceivedFile): void {
  if (!SCANS.includes(mimeType)) {
    const message = 'A scan is a PDF, JPG, PNG or TIFF. The type is checked from its content, not its name.'
    throw new Failure('unsupported', message, { fields: { file: message } })
  }
  if (fileSize > SCANNED_FORM_MAX) {
    const message = `A scan may be at most ${SCANNED_FORM_MAX / 2 ** 20} MB`
    throw new Failure('too_large', message, { fields: { file: message } })
  }
}

async function putOnFile(ctx: OperationContext, patient: Patient, paper: Paper): Promise<void> {
  const {
    file,
    signedOn,
    endsOn,
    authority,
    representativeName,
    representativeRelation = null,
    witnessName,
    witnessRelation = null,
    interpreterName,
    interpreterLanguage = null,
    ...terms
  } = paper
  const { templateId } = await previousChoices(ctx, patient)
  const attested = { witnessRelation, interpreterName, interpreterLanguage }
  const signer = { authority, representativeName, representativeRelation }
  const problems = {
    ...paperLineProblems(await linesFor(ctx, patient), attested),
    ...paperSignerProblems(signer, signingBar(patient, authority, signedOn, ctx.consentRules.adultAge)),
    ...(endsOn && endsOn < signedOn && { endsOn: 'The form cannot end before it was signed' }),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  await voidConsentRequests(ctx, patient, 'The patient signed on paper instead')
  const request = await paperRequest(ctx, patient, { ...terms, templateId }, endsOn)
  const facts = {
    signerName: representativeName ?? `${patient.firstName} ${patient.lastName}`,
    signatureKind: 'wet' as const,
    signerCapacity: authority ?? ('patient' as const),
    representativeRelation,
    signedOn: dateOf(signedOn),
    witnessName,
    ...attested,
    recordedById: ctx.actor.id,
  }
  const about = { patientId: patient.id, uploadedById: ctx.actor.id, isPaperConsent: true }
  const { id: recordId } = await saveUpload(ctx, file, about)
  const form = { recordId, mediaType: file.mimeType, sha256: servedSha256(file) }
  await recordSignature(ctx, request, signingTime(ctx, patient, signedOn), facts, form)
  await enqueueSealing(ctx)
}

async function paperRequest(
  ctx: OperationContext,
  patient: Patient,
  choices: SendingChoices,
  endsOn: Day | null | undefined,
): Promise<ConsentRequest> {
  // A form on paper needs no provider, whose limits must not apply.
  const onPaper = { ...ctx, signing: { ...ctx.signing, current: ctx.signing.of('built_in') } }
  const { id } = await prepareRequest(onPaper, patient, choices)
  return ctx.db.consentRequest.update({
    where: { id },
    data: {
      ...{ channel: 'paper', identityCheck: 'none' },
      ...(endsOn && {
        validUntil: lastInstant(endsOn, ctx.timeZone),
        ends: `at the end of ${showDay(endsOn)}`,
      }),
    },
  })
}

/** So that the time is shown as this day, and not as the next. */
const lastInstant = (day: Day, timeZone: string): Date => new Date(endOfDay(day, timeZone).getTime() - 1)

/**
 * Paper has only a date: takes noon of that day in the clinic's time zone, but not a future time. If consent
 * was revoked that day, the new signature comes after the revocation.
 */
function signingTime(ctx: OperationContext, { consentRevokedAt }: Patient, signedOn: Day): Date {
  const noon = instantOf(signedOn, '12:00', ctx.timeZone).getTime()
  return new Date(Math.max(Math.min(noon, ctx.now().getTime()), consentRevokedAt?.getTime() ?? 0))
}

/**
 * Allows a paper form before the signature, or when no usable form exists: after a manual status change or
 * when the scan was blocked.
 */
async function refuseUnawaited(ctx: OperationContext, patient: Patient): Promise<void> {
  if (patient.status === 'dropped')
    throw new Failure('conflict', 'This patient was dropped, so no consent can be recorded')
  if (allowsStep(patient.status, 'sign_consent')) return
  if (patient.consentIsManual && !patient.consentFormUrl) return
  if (await isLockedAway(ctx, patient)) return
  throw new Failure('conflict', 'A signed form for this patient is already on file')
}

/** Whether the form in force is a scan that can no longer be served. */
async function isLockedAway(ctx: OperationContext, { id: patientId }: Patient): Promise<boolean> {
  const newest = await ctx.db.signedConsentForm.findFirst({
    where: { request: { patientId } },
    orderBy: { createdAt: 'desc' },
    select: { record: { select: { scanState: true } } },
  })
  return newest?.record?.scanState === 'infected'
}

function refuseDay(ctx: OperationContext, patient: Patient, signedOn: Day): void {
  const { dateOfBirth, consentRevokedAt } = patient
  const dayAt = (moment: Date) => clinicDay(moment, ctx.timeZone)
  if (signedOn > dayAt(ctx.now()))
    throw invalid({ signedOn: 'The form cannot have been signed in the future' })
  if (dateOfBirth && signedOn < dayOf(dateOfBirth))
    throw invalid({ signedOn: 'The form cannot have been signed before the patient was born' })
  if (consentRevokedAt && signedOn < dayAt(consentRevokedAt))
    throw invalid({
      signedOn: 'The patient revoked the consent after this date. Use a form signed after the revocation.',
    })
}
