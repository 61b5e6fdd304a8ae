import { Failure } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import type { PasskeyPurpose } from '#infra/prisma/client.ts'
import type { RequestContext } from '../context.ts'

/** How long a challenge works. The sign-in page asks for one when it opens, and the user may take a while. */
const CHALLENGE_MS = 600_000

/** What a browser needs to answer a challenge. */
export type PasskeyChallenge = {
  challengeId: string
  /** JSON for the browser's `PublicKeyCredential.parse…OptionsFromJSON`. */
  options: string
}

/** The caller's session decides where a challenge works; without one, only for a sign-in. */
const holderOf = ({ actor }: RequestContext) => actor?.id ?? null

/** Stores a challenge for the caller and one purpose. */
export async function storeChallenge(
  ctx: RequestContext,
  purpose: PasskeyPurpose,
  { challenge, options }: { challenge: string; options: string },
): Promise<PasskeyChallenge> {
  const { id } = await ctx.db.passkeyChallenge.create({
    data: {
      challenge,
      purpose,
      userId: holderOf(ctx),
      expiresAt: new Date(ctx.now().getTime() + CHALLENGE_MS),
    },
    select: { id: true },
  })
  return { challengeId: id, options }
}

/**
 * Takes a challenge out of the database and returns it; `null` if it is unknown, used, expired, or of another caller or
 * purpose. Call it outside of the transaction that uses the answer, so that a wrong answer uses the challenge up, too.
 */
export async function takeChallenge(
  ctx: RequestContext,
  purpose: PasskeyPurpose,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null
  const taken = await ctx.db.$queryRaw<{ challenge: string; isValid: boolean }[]>`
    DELETE FROM passkey_challenges WHERE id = ${id}::uuid
    RETURNING challenge, purpose::text = ${purpose} AND expires_at > ${ctx.now()}
      AND user_id IS NOT DISTINCT FROM ${holderOf(ctx)}::uuid AS "isValid"`
  return taken[0]?.isValid ? taken[0].challenge : null
}

/** The error for a challenge that does not work, and the way on. */
export const challengeGone = () =>
  new Failure('conflict', 'This took too long, or the answer was used already. Start again.')

/** Removes expired challenges and returns their number. */
export async function removeExpiredChallenges({ db, now }: RequestContext): Promise<number> {
  const { count } = await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now() } } })
  return count
}
