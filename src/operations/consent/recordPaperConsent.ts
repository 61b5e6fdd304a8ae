import { clockAt, instantOf } from '#domain/calendar.ts'
import { CHECKED_FILE_MAX } from '#domain/consent/formCheck.ts'
import { paperConsentInput } from '#domain/consent/signingInputs.ts'
import { type Day, dateOf, dayOf } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import { allowsStep } from '#domain/patients/status.ts'
import type { ReceivedFile } from '#domain/records/receivedFile.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { lockedPatient } from '../patients/visiblePatient.ts'
import { discardFile } from '../records/receiveFile.ts'
import { asBefore } from './asBefore.ts'
import { closeOpenRequest } from './closeOpenRequest.ts'
import { prepareRequest, type SendingChoices } from './prepareRequest.ts'
import { recordSignature } from './recordSignature.ts'

/** What a scan may be; a text that can be typed on is none. */
const SCANS = ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff']

type Paper = { file: ReceivedFile; signedOn: Day; witnessName: string }

/**
 * Puts a form on file that the patient signed with ink: the scan, the day beside the signature and who saw it. Where a
 * status was set by hand without a form, the scan is what was missing, and the status stays.
 */
export const recordPaperConsent = unwrapped(
  paperConsentInput,
  async (ctx: OperationContext, { patientId, ...paper }): Promise<Patient> => {
    refuseOtherFiles(paper.file)
    const signed = await inTransaction(ctx, async (inside) => {
      const patient = await lockedPatient(inside, patientId)
      authorize(inside, 'consent.recordPaper', patient, { resourceType: 'patient', resourceId: patientId })
      refuseUnawaited(patient)
      refuseDay(inside, patient, paper.signedOn)
      await putOnFile(inside, patient, paper)
      return inside.db.patient.findUniqueOrThrow({ where: { id: patientId } })
    })
    // The form holds the scan now. What the upload left behind would be found by the nightly look for strays too.
    await discardFile(ctx, paper.file).catch(() => undefined)
    return signed
  },
)

function refuseOtherFiles({ mimeType, fileSize }: ReceivedFile): void {
  if (!SCANS.includes(mimeType)) {
    const message = 'A scan is a PDF, JPG, PNG or TIFF. Its content counts, not its name.'
    throw new Failure('unsupported', message, { fields: { file: message } })
  }
  if (fileSize > CHECKED_FILE_MAX) {
    const message = `A scan may hold at most ${CHECKED_FILE_MAX / 2 ** 20} MB`
    throw new Failure('too_large', message, { fields: { file: message } })
  }
}

async function putOnFile(ctx: OperationContext, patient: Patient, paper: Paper): Promise<void> {
  const { file, signedOn, witnessName } = paper
  const content = new Uint8Array(Buffer.concat(await Array.fromAsync(ctx.recordStore.read(file))))
  const { templateId } = await asBefore(ctx, patient)
  await closeOpenRequest(ctx, patient, 'The patient signed on paper instead')
  const request = await paperRequest(ctx, patient, templateId)
  const facts = {
    signerName: `${patient.firstName} ${patient.lastName}`,
    signatureKind: 'wet' as const,
    signedOn: dateOf(signedOn),
    witnessName,
    recordedById: ctx.actor.id,
  }
  const form = { content, mediaType: file.mimeType, sha256: file.keptSha256 ?? file.sha256 }
  await recordSignature(ctx, request, signingTime(ctx, patient, signedOn), facts, form)
}

async function paperRequest(
  ctx: OperationContext,
  patient: Patient,
  templateId: SendingChoices['templateId'],
): Promise<ConsentRequest> {
  const { id } = await prepareRequest(ctx, patient, { templateId })
  return ctx.db.consentRequest.update({
    where: { id },
    data: { provider: 'built_in', channel: 'paper', identityCheck: 'none' },
  })
}

/**
 * Paper says the day alone: noon of it, which is that day in every reading of the clinic's clock, or else now. What was
 * taken back on that day was signed before; this comes after it.
 */
function signingTime(ctx: OperationContext, { consentRevokedAt }: Patient, signedOn: Day): Date {
  const noon = instantOf(signedOn, '12:00', ctx.timeZone).getTime()
  return new Date(Math.max(Math.min(noon, ctx.now().getTime()), consentRevokedAt?.getTime() ?? 0))
}

/** Before the signature, or where a status was set by hand and no form is there to show for it. */
function refuseUnawaited(patient: Patient): void {
  if (patient.status === 'dropped')
    throw new Failure('conflict', 'This patient was dropped, so that no consent can be recorded')
  if (allowsStep(patient.status, 'sign_consent')) return
  if (patient.consentIsManual && !patient.consentFormUrl) return
  throw new Failure('conflict', 'A signed form of this patient is on file already')
}

function refuseDay(ctx: OperationContext, patient: Patient, signedOn: Day): void {
  const { dateOfBirth, consentRevokedAt } = patient
  const dayAt = (moment: Date) => clockAt(moment, ctx.timeZone).day
  if (signedOn > dayAt(ctx.now()))
    throw invalid({ signedOn: 'The form cannot have been signed in the future' })
  if (dateOfBirth && signedOn < dayOf(dateOfBirth))
    throw invalid({ signedOn: 'The form cannot have been signed before the patient was born' })
  if (consentRevokedAt && signedOn < dayAt(consentRevokedAt))
    throw invalid({
      signedOn: 'The patient revoked the consent after this day. File a form that was signed since.',
    })
}
