import { createUserInput } from '#domain/users/inputs.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { withIdentifiers } from '../identifiers.ts'
import { invalid, unwrapped } from '../operation.ts'
import { requireStepUp } from '../sessions/requireStepUp.ts'
import { addUser, insertUser } from './addUser.ts'

const NO_PASSWORD_BY_KEY =
  'An API key cannot set a password. Leave it out; an administrator sets the first password with Reset Password.'

/**
 * Creates an account. Only administrators (SPEC section 1) and keys with the scope may. A person must set a password;
 * without it, `addUser` throws `invalid`. A key must not (DECISIONS, "Keys and programs"), so its account has no
 * password until an administrator resets it.
 */
export const createUser = unwrapped(
  withIdentifiers(createUserInput),
  async (ctx: OperationContext, { password, identifiers, ...user }) => {
    const subject = { resourceType: 'user' }
    authorize(ctx, 'user.create', user, subject)
    if (user.role === 'admin') await requireStepUp(ctx, subject)
    if (!ctx.actor.key) return addUser(ctx, { ...user, identifiers, password: password ?? '' })
    if (password != null) throw invalid({ password: NO_PASSWORD_BY_KEY })
    return insertUser(ctx, { ...user, passwordHash: null, mustChangePassword: true }, identifiers)
  },
)
