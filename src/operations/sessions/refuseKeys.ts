import { Failure } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'

/** Sessions and passwords belong to people: throws `forbidden` for an API key, whoever it acts as. */
export function refuseKeys({ actor }: RequestContext, resourceType: string): void {
  if (!actor?.key) return
  throw new Failure('forbidden', 'An API key has no session and no password', {
    subject: { resourceType, resourceId: actor.id },
  })
}
