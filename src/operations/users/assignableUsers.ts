import * as z from 'zod/mini'
import { isUuid } from '#domain/text.ts'
import { authorize } from '../authorize.ts'
import type { OperationContext } from '../context.ts'
import { invalid, unwrapped } from '../operation.ts'

/** The ID of an active attorney or staff member, who can be assigned patients. Throws `invalid` for other users. */
export async function assignable({ db }: OperationContext, userId: string): Promise<string> {
  const user = isUuid(userId)
    ? await db.user.findFirst({
        where: {
          id: userId,
          kind: 'person',
          isActive: true,
          deletedAt: null,
          role: { in: ['attorney', 'staff'] },
        },
      })
    : null
  if (!user) throw invalid({ assignedAttorney: 'Choose an active attorney or staff member' })
  return user.id
}

/**
 * Active users, sorted by name, who can be assigned a task or an appointment. Patients are assigned to attorneys and
 * staff only. Everyone may read their IDs, names and roles.
 */
export const listAssignableUsers = unwrapped(z.strictObject({}), (ctx) => {
  authorize(ctx, 'user.listAssignable')
  return ctx.db.user.findMany({
    where: { kind: 'person', isActive: true, deletedAt: null },
    orderBy: [{ lastName: 'asc' }, { firstName: 'asc' }, { id: 'asc' }],
  })
})
