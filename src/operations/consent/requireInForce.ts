import { authorizationEnd } from '#domain/consent/authorization.ts'
import type { SignedAuthorization } from '#domain/consent/recipients.ts'
import { Failure } from '#domain/errors.ts'
import type { Patient } from '#infra/prisma/client.ts'
import type { OperationContext } from '../context.ts'
import { authorizationOf } from '../records/recordAccess.ts'

/** The form of a request if it is in force. Throws `conflict` otherwise. */
export function requireInForce(
  ctx: Pick<OperationContext, 'now'>,
  patient: Patient,
  requestId: string,
): SignedAuthorization {
  const authorization = authorizationOf(patient)
  if (authorization?.requestId !== requestId) throw new Failure('conflict', 'This form is not in force')
  const end = authorizationEnd(patient, ctx.now())
  if (end === 'revoked') throw new Failure('conflict', 'This patient’s consent is already revoked')
  if (end === 'expired') throw new Failure('conflict', 'This authorization has ended')
  return authorization
}
