import { isRevokedFor } from '#domain/consent/recipients.ts'
import { FORMS_PER_DAY } from '#domain/consent/signingInputs.ts'
import { sendConsentInput } from '#domain/consent/templateInputs.ts'
import { Failure } from '#domain/errors.ts'
import { isAddress, SENT_NOWHERE } from '#domain/patients/noEmail.ts'
import { nextStatus } from '#domain/patients/status.ts'
import type { Patient } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { patientForUpdate } from '../patients/visiblePatient.ts'
import { authorizationOf } from '../records/recordAccess.ts'
import { refuseAboveDailyLimit } from './dailyLimit.ts'
import { deliverRequest } from './deliverRequest.ts'
import { prepareRequest, type SendingChoices } from './prepareRequest.ts'

/**
 * Asks the patient to sign. It commits the intent first, calls the provider outside a transaction and sets
 * "Consent Sent" only after its answer. If the provider fails, the patient is unchanged and `provider` is
 * thrown.
 */
export const sendConsent = unwrapped(
  sendConsentInput,
  (ctx: OperationContext, { patientId, ...choices }): Promise<Patient> =>
    askToSign(ctx, patientId, choices, ({ status }) => nextStatus(status, 'send_consent')),
)

/** Sends a request with these choices, unless `refuse` throws for the patient's state. */
export async function askToSign(
  ctx: OperationContext,
  patientId: string,
  choices: SendingChoices,
  refuse: (patient: Patient) => void,
): Promise<Patient> {
  const request = await inTransaction(ctx, async (inside) => {
    const patient = await patientForUpdate(inside, patientId)
    authorize(inside, 'consent.send', patient, { resourceType: 'patient', resourceId: patientId })
    refuse(patient)
    refuseAttorneyAfterRevocation(inside, patient)
    if (!isAddress(patient.email)) throw new Failure('conflict', SENT_NOWHERE)
    refuseUnsendableCopies(inside, patient, choices)
    await refuseTooManyForms(inside, patientId)
    return prepareRequest(inside, patient, choices)
  })
  const delivered = await deliverRequest(ctx, request)
  if (!delivered) throw new Failure('conflict', 'This consent request was withdrawn while it was being sent')
  return delivered
}

/**
 * After a revocation, also one for this attorney alone, an attorney cannot press the patient to sign again. Administrators
 * and staff can ask.
 */
export function refuseAttorneyAfterRevocation(ctx: OperationContext, patient: Patient): void {
  if (ctx.actor.role !== 'attorney') return
  const authorization = authorizationOf(patient)
  if (patient.consentRevokedAt !== null || (authorization && isRevokedFor(authorization, ctx.actor)))
    throw new Failure('conflict', 'The patient revoked the consent. Ask the clinic to send a new request.')
}

/** Each form is an e-mail to the patient. Throws `rate_limited` if the patient got too many within a day. */
export async function refuseTooManyForms(ctx: OperationContext, patientId: string): Promise<void> {
  const problem = `This patient was sent ${FORMS_PER_DAY} consent forms within a day.`
  await refuseAboveDailyLimit(ctx, problem, FORMS_PER_DAY, (atLimit) =>
    ctx.db.consentRequest.findFirst({
      ...atLimit,
      where: { ...atLimit.where, patientId, sentAt: { not: null } },
    }),
  )
}

/** A recipient without an account gets a link by e-mail, which asks for the patient's date of birth. */
function refuseUnsendableCopies(
  { mailer }: OperationContext,
  { dateOfBirth }: Patient,
  { copyToRecipients, recipients }: SendingChoices,
): void {
  if (!copyToRecipients || !recipients?.some(({ email }) => email)) return
  if (!mailer)
    throw invalid({
      copyToRecipients:
        'E-mail is not set up, so a recipient outside Caseload would get no copy. Remove the e-mail address, or send no copy.',
    })
  if (dateOfBirth === null)
    throw invalid({
      copyToRecipients:
        'The link to a copy asks for the patient’s date of birth, and none is on file. Add it to the patient, or send no copy by e-mail.',
    })
}
