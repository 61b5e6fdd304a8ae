import type { RequestContext } from '../context.ts'

/** A passkey whose answer is right, before it is recorded as used. */
export type CheckedPasskey = { id: string; userId: string; counter: bigint; newCounter: number }

/**
 * Checks the authenticator's answer to a challenge that was taken: for this site, by a passkey of `userId` or, for a sign-in with
 * `null`, of any user. A counter that does not grow means a copied key and is refused. Returns `null` if anything is wrong.
 */
export async function checkPasskey(
  ctx: RequestContext,
  { challenge, response }: { challenge: string | null; response: string },
  userId: string | null,
): Promise<CheckedPasskey | null> {
  const claims = ctx.passkeys.claimsOf(response)
  if (!challenge || !claims) return null
  const passkey = await ctx.db.passkey.findUnique({ where: { credentialId: claims.credentialId } })
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null
  if (claims.userId !== null && claims.userId !== passkey.userId) return null
  const { id, credentialId, publicKey, counter } = passkey
  const proven = await ctx.passkeys.finishProving(response, challenge, {
    credentialId,
    publicKey: Buffer.from(publicKey),
    counter: Number(counter),
  })
  return proven && { id, userId: passkey.userId, counter, newCounter: proven.counter }
}

/** Records the use of a checked passkey. `false` if it was used or removed in the meantime. */
export async function spendPasskey(
  { db, now }: RequestContext,
  { id, counter, newCounter }: CheckedPasskey,
): Promise<boolean> {
  const { count } = await db.passkey.updateMany({
    where: { id, counter },
    data: { counter: newCounter, lastUsedAt: now() },
  })
  return count === 1
}
