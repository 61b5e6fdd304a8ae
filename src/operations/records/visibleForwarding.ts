import { notFound } from '#domain/errors.ts'
import type { ForwardingState } from '#domain/records/forwarding.ts'
import { forwardingState } from '#domain/records/forwarding.ts'
import { isUuid } from '#domain/text.ts'
import type { Forwarding, Patient, User } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'
import { authorizationOf } from './recordAccess.ts'

/** A forwarding with its patient and recipient. */
export type KnownForwarding = Forwarding & { patient: Patient; recipient: User }

const include = { patient: true, recipient: true }

/** A forwarding of a patient whom the actor can see. Throws `not_found` otherwise. */
export async function visibleForwarding(
  { db }: RequestContext,
  { patientId, forwardingId }: { patientId: string; forwardingId: string },
): Promise<KnownForwarding> {
  const forwarding = isUuid(forwardingId)
    ? await db.forwarding.findFirst({ where: { id: forwardingId, patientId }, include })
    : null
  if (!forwarding) throw notFound('Forwarding', forwardingId)
  return forwarding
}

/** Its facts with the signed form as data. */
export const forwardingFacts = <Known extends KnownForwarding>(forwarding: Known) => ({
  ...forwarding,
  patient: { ...forwarding.patient, authorization: authorizationOf(forwarding.patient) },
})

/** The current state of its link. */
export const stateOf = (ctx: Pick<RequestContext, 'now'>, forwarding: KnownForwarding): ForwardingState =>
  forwardingState(forwardingFacts(forwarding), ctx.now())
