import * as z from 'zod/mini'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { holdUser } from '../users/forUpdate.ts'
import { secretPurpose } from './spendFactor.ts'

/** The shared secret of a new app, which is shown once. */
export type NewAuthenticator = {
  /** For typing, in base32. */
  secret: string
  /** For a QR code. */
  uri: string
}

/**
 * Creates the shared secret of the caller's next authenticator app. It replaces one that waits for its first code. An app in use
 * keeps working until that code is entered.
 */
export const startAuthenticator = operation(z.strictObject({}), async (ctx): Promise<NewAuthenticator> => {
  authorize(ctx, 'factor.add')
  await requireStepUp(ctx)
  const { id: userId } = ctx.actor
  // Concurrent changes of one user's factors wait for each other.
  await holdUser(ctx, userId)
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })
  const secret = ctx.authenticators.makeSecret()
  await ctx.db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } })
  const { wrappedKey, keyId } = ctx.secretKeys.wrap(secret, secretPurpose(userId))
  const app = await ctx.db.authenticatorApp.create({
    data: { userId, wrappedKey: Buffer.from(wrappedKey), keyId, createdAt: ctx.now() },
  })
  await audit(ctx, { action: 'created', resourceType: 'authenticator_app', resourceId: app.id })
  const { text, uri } = ctx.authenticators.describe(secret, { issuer: 'Caseload', label: email })
  return { secret: text, uri }
})
