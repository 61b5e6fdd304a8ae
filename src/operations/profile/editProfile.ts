import { editProfileInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { auditEdit, changedFields, refuseEmptyEdit } from '../edited.ts'
import { operation } from '../operation.ts'

/** Changes the user's own name and preferences. Only administrators change the email address and role. */
export const editProfile = operation(editProfileInput, async (ctx, changes): Promise<User> => {
  authorize(ctx, 'profile.edit')
  refuseEmptyEdit(changes)
  const where = { id: ctx.actor.id }
  const fields = changedFields(await ctx.db.user.findUniqueOrThrow({ where }), changes)
  const data = Object.fromEntries(Object.entries(changes).filter(([name]) => fields.includes(name)))
  const edited = await ctx.db.user.update({ where, data })
  await auditEdit(ctx, fields, { resourceType: 'user', resourceId: ctx.actor.id })
  return edited
})
