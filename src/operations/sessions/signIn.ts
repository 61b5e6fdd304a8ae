import { Failure } from '#domain/errors.ts'
import { signInInput } from '#domain/users/inputs.ts'
import { audit } from '../audit.ts'
import type { Visit } from '../context.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { asViewer, type Viewer } from './recogniseVisitor.ts'
import { startSession } from './startSession.ts'

/**
 * Opens a session. Unknown address, wrong password and inactive account get one answer in one time
 * (DECISIONS): the password is always worked through, and a failure writes one row either way.
 */
export const signIn = unwrapped(
  signInInput,
  async (ctx: Visit, { email, password }): Promise<{ user: Viewer; sid: string }> => {
    const user = await ctx.db.user.findFirst({
      where: { email, deletedAt: null },
      omit: { passwordHash: false },
    })
    const matches = await ctx.passwords.verify(user?.passwordHash ?? null, password)
    if (!user || !matches || !user.isActive) {
      await audit(ctx, { action: 'login_failed', resourceType: 'session', userId: user?.id ?? null })
      throw new Failure('unauthenticated', 'Invalid email or password')
    }
    return inTransaction(ctx, async (inside) => {
      if (inside.sid) await inside.db.session.deleteMany({ where: { sid: inside.sid } })
      const sid = await startSession(inside, user.id)
      await audit(inside, { action: 'login', resourceType: 'session', userId: user.id })
      return { user: asViewer(user), sid }
    })
  },
)
