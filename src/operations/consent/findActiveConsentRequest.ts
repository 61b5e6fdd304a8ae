import type { ConsentDocument } from '#domain/consent/document.ts'
import { DEAD_LINK } from '#domain/consent/requestEnding.ts'
import { Failure } from '#domain/errors.ts'
import { answer } from '#domain/patientTexts/answers.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { lockPatientRow } from '../patients/visiblePatient.ts'

/**
 * What the holder of a link sends: the secret, and the pass that their browser got after the identity check.
 */
export type LinkHolder = { secret: string; pass?: string | null | undefined }

/**
 * Finds the request of a link's secret. An unknown, used, voided, locked or expired link gets the same
 * answer, because the holder may not be the patient. So does the link of a clinic device when used elsewhere.
 * Signed-in users are refused: they cannot sign for a patient.
 */
export async function findActiveConsentRequest(
  ctx: RequestContext,
  { secret, pass }: LinkHolder,
): Promise<ConsentRequest> {
  refuseSignedInUsers(ctx)
  const request = await ctx.db.consentRequest.findUnique({ where: { linkHash: ctx.hashLink(secret) } })
  if (request?.state !== 'sent' || request.expiresAt <= ctx.now()) throw linkNoLongerValid()
  if (request.channel === 'in_person' && !hasPass(ctx, request, pass)) throw linkNoLongerValid()
  return request
}

/** Whether the document may be shown: no question was asked, or it was answered. */
export const isIdentified = (ctx: RequestContext, request: ConsentRequest, { pass }: LinkHolder): boolean =>
  request.identityCheck === 'none' || hasPass(ctx, request, pass)

/** Like `findActiveConsentRequest`, but throws `forbidden` before the identity check has passed. */
export async function findIdentifiedConsentRequest(
  ctx: RequestContext,
  holder: LinkHolder,
): Promise<ConsentRequest> {
  const request = await findActiveConsentRequest(ctx, holder)
  if (!isIdentified(ctx, request, holder)) throw new Failure('forbidden', answer('confirmFirst'))
  return request
}

/**
 * Like `findIdentifiedConsentRequest`, and locks the patient's row until the transaction ends. The second of two
 * concurrent calls sees what the first did.
 */
export async function findConsentRequestForUpdate(
  ctx: RequestContext,
  holder: LinkHolder,
): Promise<ConsentRequest> {
  const { patientId } = await findIdentifiedConsentRequest(ctx, holder)
  await lockPatientRow(ctx, patientId)
  return findIdentifiedConsentRequest(ctx, holder)
}

/** Whether the browser's pass belongs to this request and has not expired. */
export const hasPass = (
  ctx: RequestContext,
  request: ConsentRequest,
  pass: string | null | undefined,
): boolean =>
  Boolean(pass) &&
  request.passHash === ctx.hashLink(pass as string) &&
  request.passExpiresAt !== null &&
  request.passExpiresAt > ctx.now()

/** The same error for every dead link, so that it does not reveal the reason. */
export const linkNoLongerValid = () =>
  new Failure('not_found', DEAD_LINK, { subject: { resourceType: 'signing_link' } })

/** Only the patient can read and sign a form, even if a staff member has the link. */
export function refuseSignedInUsers({ actor }: RequestContext): void {
  if (!actor) return
  throw new Failure('forbidden', 'You are signed in. Only the patient can open and sign this form.', {
    subject: { resourceType: 'signing_link' },
  })
}

/** The document of a request. Its column is JSON, and only `prepareRequest` writes it. */
export const storedDocument = ({ document }: Pick<ConsentRequest, 'document'>) =>
  document as unknown as ConsentDocument

const MINUTE = 60_000

/** Creates a pass for the browser, and the hash and expiry to store with the request. */
export function newPass(ctx: RequestContext, minutes: number) {
  const pass = ctx.newSessionId()
  const passExpiresAt = new Date(ctx.now().getTime() + minutes * MINUTE)
  return { pass, kept: { passHash: ctx.hashLink(pass), passExpiresAt } }
}
