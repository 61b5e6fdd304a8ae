import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { userInput } from '#domain/users/inputs.ts'
import type { ProfileImage } from '#infra/prisma/client.ts'
import { authorize } from '../authorize.ts'
import { unwrapped } from '../operation.ts'

/** Returns the picture of a user, for every user. It is not patient data, so the view is not recorded. */
export const readProfileImage = unwrapped(userInput, async (ctx, { userId }): Promise<ProfileImage> => {
  authorize(ctx, 'profile.seeImage')
  const image = isUuid(userId)
    ? await ctx.db.profileImage.findFirst({ where: { userId, user: { deletedAt: null } } })
    : null
  if (!image) throw notFound('Picture', userId)
  return image
})
