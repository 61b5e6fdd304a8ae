import type { RequestContext } from '../context.ts'

/**
 * Removes a user's second factors and recovery codes, and returns the number of factors in use. The user gets no new grace period:
 * otherwise removing one would be a way around the rule.
 */
export async function removeFactors({ db }: Pick<RequestContext, 'db'>, userId: string): Promise<number> {
  await db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } })
  const apps = await db.authenticatorApp.deleteMany({ where: { userId } })
  const passkeys = await db.passkey.deleteMany({ where: { userId } })
  await endGraceWithoutFactor({ db }, userId)
  return apps.count + passkeys.count
}

/** After a factor was removed: a user who has none left loses the recovery codes and gets no new grace period. */
export async function endGraceWithoutFactor(
  { db }: Pick<RequestContext, 'db'>,
  userId: string,
): Promise<void> {
  const { hasSecondFactor } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  if (hasSecondFactor) return
  await db.recoveryCode.deleteMany({ where: { userId } })
  await db.user.update({ where: { id: userId }, data: { factorGraceFrom: null } })
}
