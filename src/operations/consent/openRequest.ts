import { Failure } from '#domain/errors.ts'
import type { ConsentRequest } from '#infra/prisma/client.ts'
import type { Visit } from '../context.ts'
import { holdPatient } from '../patients/visiblePatient.ts'

/** What whoever stands behind a link shows: its secret, and what their browser was given after the identity check. */
export type LinkHolder = { secret: string; pass?: string | null | undefined }

/**
 * The request a link's secret belongs to. A link that was never ours, was used, voided, locked or has run out gets one
 * and the same answer, because whoever holds it may not be the patient; so does the link of a device that was handed
 * over, anywhere but on that device. Somebody signed in is refused: nobody signs for a patient.
 */
export async function openRequest(ctx: Visit, { secret, pass }: LinkHolder): Promise<ConsentRequest> {
  refuseColleagues(ctx)
  const request = await ctx.db.consentRequest.findUnique({ where: { linkHash: ctx.hashLink(secret) } })
  if (request?.state !== 'sent' || request.expiresAt <= ctx.now()) throw linkIsDead()
  if (request.channel === 'in_person' && !hasPass(ctx, request, pass)) throw linkIsDead()
  return request
}

/** Whether the document may be shown to them: nothing was asked, or they have answered it. */
export const isIdentified = (ctx: Visit, request: ConsentRequest, { pass }: LinkHolder): boolean =>
  request.identityCheck === 'none' || hasPass(ctx, request, pass)

/** The same for whoever has passed the identity check. */
export async function identifiedRequest(ctx: Visit, holder: LinkHolder): Promise<ConsentRequest> {
  const request = await openRequest(ctx, holder)
  if (!isIdentified(ctx, request, holder)) throw new Failure('forbidden', 'Confirm who you are first')
  return request
}

/** The same, held with its patient until the transaction ends: of two acts at once the second sees what the first did. */
export async function heldRequest(ctx: Visit, holder: LinkHolder): Promise<ConsentRequest> {
  const { patientId } = await identifiedRequest(ctx, holder)
  await holdPatient(ctx, patientId)
  return identifiedRequest(ctx, holder)
}

/** Whether a browser carries what it was given for this request, and not too long ago. */
export const hasPass = (ctx: Visit, request: ConsentRequest, pass: string | null | undefined): boolean =>
  Boolean(pass) &&
  request.passHash === ctx.hashLink(pass as string) &&
  request.passExpiresAt !== null &&
  request.passExpiresAt > ctx.now()

/** Said of every link that opens nothing, whatever the reason. */
export const linkIsDead = () =>
  new Failure('not_found', 'This link is no longer valid. Ask the clinic to send you a new one.', {
    subject: { resourceType: 'signing_link' },
  })

/** A form is read and signed by the patient alone, also where somebody of the clinic could open the link. */
export function refuseColleagues({ actor }: Visit): void {
  if (!actor) return
  throw new Failure('forbidden', 'You are signed in. Only the patient can open and sign this form.', {
    subject: { resourceType: 'signing_link' },
  })
}
