import { Failure } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'

/**
 * Notes in the transaction of a change that the request with an Idempotency-Key has changed something, and about which patients.
 * Throws `conflict` if another run of the request has taken over, so that only one run can change anything.
 */
export async function markChanged(
  { db, now, request: { attempt } }: RequestContext,
  patientIds: readonly string[],
): Promise<void> {
  if (!attempt) return
  const count = await db.$executeRaw`
    UPDATE idempotency_keys SET changed_at = ${now()}, patient_ids =
        ARRAY(SELECT DISTINCT one FROM unnest(patient_ids || ${patientIds}::uuid[]) AS one)
      WHERE id = ${attempt.id} AND attempt = ${attempt.attempt}::uuid`
  if (count === 0)
    throw new Failure(
      'conflict',
      'The same request was sent again and has replaced this one. Nothing was changed.',
    )
}
