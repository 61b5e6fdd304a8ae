import * as z from 'zod/mini'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

/** Active users who can be assigned a patient or task, sorted by name. Contains only IDs, names and roles. */
export const listAssignableUsers = unwrapped(z.strictObject({}), (ctx) => {
  authorize(ctx, 'user.listAssignable')
  return ctx.db.user.findMany({
    where: { kind: 'person', isActive: true, deletedAt: null, role: { in: ['attorney', 'staff'] } },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
})
