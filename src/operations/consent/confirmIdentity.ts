import { confirmIdentityInput, IDENTITY_ATTEMPTS, PASS_MINUTES } from '#domain/consent/signingInputs.ts'
import { dayOf } from '#domain/dates.ts'
import { Failure, type FieldMessages } from '#domain/errors.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, invalid, unwrapped } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { isIdentityCode } from './derivedSecrets.ts'
import { endWithoutSignature } from './endWithoutSignature.ts'
import { findActiveConsentRequest, linkNoLongerValid, newPass } from './findActiveConsentRequest.ts'

/** The pass for the browser. The document opens only in a browser that has it. */
export type Identified = { pass: string }

type GivenAnswer = { dateOfBirth?: string | null | undefined; code?: string | null | undefined }

/**
 * Checks the patient's answer to the identity question. A wrong answer is counted and audited, also when
 * several come at once. Too many void the request and alert the clinic.
 */
export const confirmIdentity = unwrapped(
  confirmIdentityInput,
  async (ctx: RequestContext, { secret, ...given }): Promise<Identified> => {
    const outcome = await inTransaction(ctx, async (inside): Promise<Identified | Failure> => {
      const { patientId } = await findActiveConsentRequest(inside, { secret })
      await lockPatientRow(inside, patientId)
      const request = await findActiveConsentRequest(inside, { secret })
      const missing = missingAnswer(inside, request, given)
      if (missing) return invalid(missing)
      return (await isRight(inside, request, given))
        ? letIn(inside, request)
        : countWrongAnswer(inside, request)
    })
    if (outcome instanceof Failure) throw outcome
    return outcome
  },
)

/** Messages for an answer that is empty or malformed. Such an answer does not count as a wrong one. */
function missingAnswer(
  ctx: RequestContext,
  request: ConsentRequest,
  given: GivenAnswer,
): FieldMessages | null {
  if (request.identityCheck === 'date_of_birth')
    return given.dateOfBirth ? null : { dateOfBirth: answer('birthdayMissing') }
  if (request.identityCheck === 'none') return null
  if (!given.code) return { code: answer('codeMissing') }
  const { identityCodeHash, identityCodeExpiresAt } = request
  if (identityCodeHash && identityCodeExpiresAt && identityCodeExpiresAt > ctx.now()) return null
  return { code: answer('codeExpired') }
}

async function isRight(
  ctx: RequestContext,
  request: ConsentRequest,
  { dateOfBirth, code }: GivenAnswer,
): Promise<boolean> {
  if (request.identityCheck === 'none') return true
  if (request.identityCheck === 'email_code') return isIdentityCode(ctx, request, code ?? '')
  const patient = await ctx.db.patient.findUniqueOrThrow({ where: { id: request.patientId } })
  return patient.dateOfBirth !== null && dayOf(patient.dateOfBirth) === dateOfBirth
}

async function letIn(ctx: RequestContext, request: ConsentRequest): Promise<Identified> {
  const { pass, kept } = newPass(ctx, PASS_MINUTES)
  await ctx.db.consentRequest.update({
    where: { id: request.id },
    data: { ...kept, identityCheckedAt: ctx.now(), identityCodeHash: null },
  })
  await audit(ctx, { ...rowOf(request), action: 'updated', details: { fields: ['identityCheckedAt'] } })
  return { pass }
}

async function countWrongAnswer(ctx: RequestContext, request: ConsentRequest): Promise<Failure> {
  const { identityAttempts: attempts } = await ctx.db.consentRequest.update({
    where: { id: request.id },
    data: { identityAttempts: { increment: 1 } },
  })
  await audit(ctx, { ...rowOf(request), action: 'denied', details: { code: 'identity', attempts } })
  if (attempts >= IDENTITY_ATTEMPTS) {
    await audit(ctx, { ...rowOf(request), action: 'locked', details: { attempts } })
    await endWithoutSignature(ctx, request, {
      state: 'voided',
      reason: 'Too many wrong answers to the identity check',
    })
    return linkNoLongerValid()
  }
  const left = IDENTITY_ATTEMPTS - attempts
  return request.identityCheck === 'email_code'
    ? invalid({ code: answer(left === 1 ? 'codeWrongLast' : 'codeWrongMore', { left }) })
    : invalid({ dateOfBirth: answer(left === 1 ? 'birthdayWrongLast' : 'birthdayWrongMore', { left }) })
}

const rowOf = ({ id, patientId }: ConsentRequest) => ({
  resourceType: 'consent_request' as const,
  resourceId: id,
  patientId,
  userId: null,
})
