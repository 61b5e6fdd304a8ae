import {
  CODE_MINUTES,
  CODE_PAUSE_SECONDS,
  CODES_A_DAY,
  identityCodeInput,
} from '#domain/consent/signingInputs.ts'
import { Failure } from '#domain/errors.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { canMail, queueMail } from '../mail/queueMail.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { codeHash, identityCode } from './derivedSecrets.ts'
import { findActiveConsentRequest } from './findActiveConsentRequest.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** When the code that was just sent expires. */
export type SentCode = { codeExpiresAt: Date }

/**
 * E-mails a six-digit code to the patient's address on file. The code is not stored; it is derived again when
 * the e-mail is sent.
 */
export const sendIdentityCode = unwrapped(identityCodeInput, (ctx: RequestContext, { secret }) =>
  inTransaction(ctx, async (inside): Promise<SentCode> => {
    const { patientId } = await findActiveConsentRequest(inside, { secret })
    await lockPatientRow(inside, patientId)
    const request = await findActiveConsentRequest(inside, { secret })
    if (request.identityCheck !== 'email_code') throw new Failure('conflict', answer('codeUnused'))
    const { email: to } = await inside.db.patient.findUniqueOrThrow({ where: { id: patientId } })
    if (!canMail(inside, to)) throw new Failure('conflict', answer('codeNotSent'))
    refuseTooSoon(inside, request.identityCodeExpiresAt)
    await refuseTooMany(inside, request)
    const codeExpiresAt = new Date(inside.now().getTime() + CODE_MINUTES * MINUTE)
    const code =
      identityCode(inside, {
        ...request,
        identityCodeExpiresAt: codeExpiresAt,
        identityCodeHash: null,
      }) ?? ''
    await inside.db.consentRequest.update({
      where: { id: request.id },
      data: { identityCodeExpiresAt: codeExpiresAt, identityCodeHash: codeHash(inside, request, code) },
    })
    await queueMail(inside, { kind: 'identity_code', to, patientId, requestId: request.id })
    await audit(inside, {
      action: 'updated',
      resourceType: 'consent_request',
      resourceId: request.id,
      patientId,
      userId: null,
      details: { fields: ['identityCodeExpiresAt'] },
    })
    return { codeExpiresAt }
  }),
)

function refuseTooSoon(ctx: RequestContext, expiresAt: Date | null): void {
  if (!expiresAt) return
  const sentAt = expiresAt.getTime() - CODE_MINUTES * MINUTE
  const seconds = Math.ceil(CODE_PAUSE_SECONDS - (ctx.now().getTime() - sentAt) / 1000)
  if (seconds <= 0) return
  const message = answer('codeTooSoon', { seconds })
  throw new Failure('rate_limited', message, { retryAfter: seconds })
}

async function refuseTooMany(
  { db, now, name }: RequestContext,
  { id: requestId }: ConsentRequest,
): Promise<void> {
  const today = await db.mailMessage.findMany({
    where: { requestId, kind: 'identity_code', createdAt: { gt: new Date(now().getTime() - DAY) } },
    orderBy: { createdAt: 'desc' },
    take: CODES_A_DAY,
    select: { createdAt: true },
  })
  const tenth = today[CODES_A_DAY - 1]
  if (!tenth) return
  throw new Failure('rate_limited', answer('codesTooMany', { count: CODES_A_DAY, clinic: name }), {
    retryAfter: Math.ceil((tenth.createdAt.getTime() + DAY - now().getTime()) / 1000),
  })
}
