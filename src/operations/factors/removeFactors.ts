import type { RequestContext } from '../context.ts'

/**
 * Removes a user's second factors and recovery codes, and returns the number of factors in use. The user gets no new grace period:
 * otherwise removing one would be a way around the rule.
 */
export async function removeFactors({ db }: Pick<RequestContext, 'db'>, userId: string): Promise<number> {
  await db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } })
  const { count } = await db.authenticatorApp.deleteMany({ where: { userId } })
  await db.recoveryCode.deleteMany({ where: { userId } })
  await db.user.update({ where: { id: userId }, data: { factorGraceFrom: null } })
  return count
}
