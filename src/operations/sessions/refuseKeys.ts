import type { AuditResource } from '#domain/audit/descriptions.ts'
import { Failure } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'

/** Throws `forbidden` for any API key, because only people have sessions and passwords. */
export function refuseKeys({ actor }: RequestContext, resourceType: AuditResource): void {
  if (!actor?.key) return
  throw new Failure('forbidden', 'An API key has no session and no password', {
    subject: { resourceType, resourceId: actor.id },
  })
}
