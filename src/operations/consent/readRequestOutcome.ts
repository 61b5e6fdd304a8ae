import { meetsFloor } from '#domain/consent/identityCheck.ts'
import type { RequestEnding } from '#domain/consent/requestEnding.ts'
import { IDENTITY_ATTEMPTS, requestOutcomeInput, STATUS_ATTEMPTS } from '#domain/consent/signingInputs.ts'
import { dayOf } from '#domain/dates.ts'
import { Failure } from '#domain/errors.ts'
import type { ConsentRequest, Patient } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'
import { copyPath, copySecret } from './derivedSecrets.ts'
import { linkNoLongerValid, refuseSignedInUsers } from './findActiveConsentRequest.ts'

/** What happened to a request, for the holder of its link. */
export type RequestOutcome = {
  ending: RequestEnding
  endedAt: Date
  /** Where the signed form can be downloaded; `null` if there is none, or no longer. */
  copyPath: string | null
}

type Found = ConsentRequest & { patient: Patient; replacedBy: { id: string } | null }

/**
 * Tells the holder of a dead link what happened, after the patient's date of birth. Everybody else gets the error of an
 * unknown link: for a wrong date, after too many of them, and for a patient without a birth date on file.
 */
export const readRequestOutcome = unwrapped(
  requestOutcomeInput,
  async (ctx: RequestContext, { secret, dateOfBirth }): Promise<RequestOutcome> => {
    const outcome = await inTransaction(ctx, async (inside): Promise<RequestOutcome | Failure> => {
      await lockPatientRow(inside, (await endedRequest(inside, secret)).patientId)
      const request = await endedRequest(inside, secret)
      const { dateOfBirth: onFile } = request.patient
      if (!onFile || dayOf(onFile) !== dateOfBirth) return countWrongAnswer(inside, request)
      await audit(inside, { ...rowOf(request), action: 'viewed', details: { fields: ['state'] } })
      return outcomeOf(inside, request)
    })
    if (outcome instanceof Failure) throw outcome
    return outcome
  },
)

/** The request of a link that has ended, as long as its holder has tries left. */
async function endedRequest(ctx: RequestContext, secret: string): Promise<Found> {
  refuseSignedInUsers(ctx)
  const request = await ctx.db.consentRequest.findUnique({
    where: { linkHash: ctx.hashLink(secret) },
    include: { patient: true, replacedBy: { select: { id: true } } },
  })
  const isOpen = request?.state === 'sent' && request.expiresAt > ctx.now()
  if (!request || isOpen || request.channel !== 'remote') throw linkNoLongerValid()
  if (request.statusAttempts >= STATUS_ATTEMPTS) throw linkNoLongerValid()
  return request
}

async function countWrongAnswer(ctx: RequestContext, request: Found): Promise<Failure> {
  const { statusAttempts: attempts } = await ctx.db.consentRequest.update({
    where: { id: request.id },
    data: { statusAttempts: { increment: 1 } },
  })
  await audit(ctx, { ...rowOf(request), action: 'denied', details: { code: 'identity', attempts } })
  return linkNoLongerValid()
}

function outcomeOf(ctx: RequestContext, request: Found): RequestOutcome {
  const { closedAt, expiresAt, copyExpiresAt, identityCheck } = request
  const ending = endingOf(request)
  // A form that needed a code by e-mail is not shown for the date of birth alone. Its copy is linked in an e-mail.
  const mayHaveCopy = ending === 'signed' && meetsFloor('date_of_birth', identityCheck)
  const copy = mayHaveCopy && copyExpiresAt && copyExpiresAt > ctx.now() && copySecret(ctx, request)
  return { ending, endedAt: closedAt ?? expiresAt, copyPath: copy ? copyPath(copy) : null }
}

function endingOf({ state, reviewState, replacedBy, identityAttempts }: Found): RequestEnding {
  if (state === 'signed') return reviewState === 'rejected' ? 'rejected' : 'signed'
  if (state === 'declined') return 'declined'
  if (state === 'expired' || state === 'sent') return 'expired'
  if (replacedBy) return 'replaced'
  return identityAttempts >= IDENTITY_ATTEMPTS ? 'locked' : 'withdrawn'
}

const rowOf = ({ id, patientId }: Found) => ({
  resourceType: 'consent_request' as const,
  resourceId: id,
  patientId,
  userId: null,
})
