import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

/** Active people a patient or task can be given to, by name. Ids, names and roles only. */
export const listAssignableUsers = unwrapped(z.strictObject({}), (ctx) => {
  authorize(ctx, 'user.listAssignable')
  return ctx.db.user.findMany({
    where: { kind: 'person', isActive: true, deletedAt: null, role: { in: ['attorney', 'staff'] } },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
})
