import { createUserInput } from '#domain/users/inputs.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, unwrapped } from '../operation.ts'
import { addUser, insertUser } from './addUser.ts'

const NO_PASSWORD_BY_KEY =
  'An API key cannot set a password. Leave it out; an administrator sets the first password with Reset Password.'

/**
 * Makes an account; only administrators do (SPEC section 1), and keys with the scope for it. No key touches passwords
 * (DECISIONS, "Keys and programs"), so an account made by a key has none until an administrator resets it. A person
 * must give one: without it, `addUser` throws `invalid`.
 */
export const createUser = unwrapped(createUserInput, (ctx: OperationContext, { password, ...user }) => {
  authorize(ctx, 'user.create', user, { resourceType: 'user' })
  if (!ctx.actor.key) return addUser(ctx, { ...user, password: password ?? '' })
  if (password != null) throw invalid({ password: NO_PASSWORD_BY_KEY })
  return insertUser(ctx, { ...user, passwordHash: null, mustChangePassword: true })
})
