import type { RecordFacts } from '#domain/records/categories.ts'
import { categoryClosedOn } from '#domain/records/forwarding.ts'
import type { Disclosure } from '#infra/prisma/client.ts'
import type { AuthorizationPeriods } from './authorizationPeriods.ts'

/**
 * Whether the form or other basis of a disclosure permitted it, by the category and service date that the record has now. They may
 * have been wrong, or unknown, when it was disclosed.
 */
export const isPermitted = (
  periods: AuthorizationPeriods,
  { basis, consentRequestId }: Pick<Disclosure, 'basis' | 'consentRequestId'>,
  at: Date,
  facts: RecordFacts,
): boolean =>
  consentRequestId === null
    ? basis === null || categoryClosedOn(basis, facts) === null
    : periods.covers(consentRequestId, at, facts)
