import { newUserInput } from '#domain/users/inputs.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { unwrapped } from '../operation.ts'
import { addUser } from './addUser.ts'

/** Makes an account; only administrators do (SPEC section 1). */
export const createUser = unwrapped(newUserInput, (ctx: OperationContext, user) => {
  authorize(ctx, 'user.create')
  return addUser(ctx, user)
})
