import type { Visit } from '../context.ts'

/** Ends at once what somebody opened by breaking the glass, or what was opened of somebody. */
export const endBreakGlasses = ({ db, now }: Visit, of: { userId: string } | { patientId: string }) =>
  db.breakGlass.updateMany({ where: { ...of, endsAt: { gt: now() } }, data: { endsAt: now() } })
