import * as z from 'zod/mini'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { operation } from '../operation.ts'

/** Removes the actor's own picture; screens then show initials. Does nothing without a picture. */
export const removeProfileImage = operation(z.strictObject({}), async (ctx): Promise<User> => {
  authorize(ctx, 'profile.edit')
  const { id: userId } = ctx.actor
  const { count } = await ctx.db.profileImage.deleteMany({ where: { userId } })
  const where = { id: userId }
  if (count === 0) return ctx.db.user.findUniqueOrThrow({ where })
  const user = await ctx.db.user.update({ where, data: { profileImageUrl: null } })
  await audit(ctx, {
    action: 'updated',
    resourceType: 'user',
    resourceId: userId,
    details: { fields: ['profileImage'] },
  })
  return user
})
