import { Failure } from '#domain/errors.ts'
import { onLegalHold } from '#domain/legalHolds/legalHold.ts'
import type { RequestContext } from '../context.ts'

/** The oldest hold comes first, because it is the one that is named. */
export const activeHolds = {
  where: { liftedAt: null },
  orderBy: [{ placedAt: 'asc' as const }, { id: 'asc' as const }],
}

/** Throws `conflict` while a patient is on hold. Lock the patient's row first, so that a new hold waits. */
export async function refuseOnHold({ db }: RequestContext, patientId: string): Promise<void> {
  const hold = await db.legalHold.findFirst({ ...activeHolds, where: { ...activeHolds.where, patientId } })
  if (hold) throw new Failure('conflict', onLegalHold(hold.reason))
}
