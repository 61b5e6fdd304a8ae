import { newUserInput } from '#domain/users/inputs.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { addUser } from './addUser.ts'

/**
 * Makes an account; only administrators do (SPEC section 1), and keys with the scope for it. Whoever has the key knows the
 * password that it gives, so the user has to choose another one first.
 */
export const createUser = unwrapped(newUserInput, (ctx: OperationContext, user) => {
  authorize(ctx, 'user.create', user, { resourceType: 'user' })
  return addUser(ctx, ctx.actor.key ? { ...user, mustChangePassword: true } : user)
})
