import type { RequestContext } from '../context.ts'

/** Ends all break-the-glass access of a user or to a patient at once. */
export const endBreakGlasses = (
  { db, now }: RequestContext,
  of: { userId: string } | { patientId: string },
) => db.breakGlass.updateMany({ where: { ...of, endsAt: { gt: now() } }, data: { endsAt: now() } })
