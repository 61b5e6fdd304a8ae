import { notFound } from '#domain/errors.ts'
import type { SignOnProvider } from '#infra/signOn/signOnProvider.ts'
import type { RequestContext } from '../context.ts'

/** The provider with this ID. Throws `not_found`. */
export function findProvider({ signOn }: Pick<RequestContext, 'signOn'>, id: string): SignOnProvider {
  const found = signOn.find((one) => one.id === id)
  if (!found) throw notFound('Provider', id)
  return found
}
