import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { notFound } from '#domain/errors.ts'
import { isUuid } from '#domain/text.ts'
import { editProfileInput, setProfileImageInput, userInput } from '#domain/users/inputs.ts'
import { NO_PICTURE, PICTURE, PICTURE_TOO_LARGE, type Picture, pictureIn } from '#domain/users/picture.ts'
import { withoutMetadata } from '#domain/users/withoutMetadata.ts'
import type { ProfileImage, User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { auditEdit, changesOf, refuseEmptyEdit } from '../edited.ts'
import { invalid, operation, unwrapped } from '../operation.ts'

/** Changes the user's own name and preferences. Only administrators change the email address and role. */
export const editProfile = operation(editProfileInput, async (ctx, changes): Promise<User> => {
  authorize(ctx, 'profile.edit')
  refuseEmptyEdit(changes)
  const where = { id: ctx.actor.id }
  const changed = changesOf(await ctx.db.user.findUniqueOrThrow({ where }), changes)
  const data = Object.fromEntries(Object.entries(changes).filter(([name]) => name in changed))
  const edited = await ctx.db.user.update({ where, data })
  await auditEdit(ctx, changed, { resourceType: 'user', resourceId: ctx.actor.id })
  return edited
})

/** Sets the actor's own picture, without its metadata. Its URL changes with its content, so that browsers can cache it. */
export const setProfileImage = operation(
  setProfileImageInput,
  async (ctx, { contentBase64 }): Promise<User> => {
    authorize(ctx, 'profile.edit')
    const { id: userId } = ctx.actor
    const given = Uint8Array.from(Buffer.from(contentBase64, 'base64'))
    const mimeType = pictureTypeOf(given)
    const content = withoutMetadata(given, { mimeType })
    const row = { content, mimeType, createdAt: ctx.now() }
    await ctx.db.profileImage.upsert({ where: { userId }, create: { userId, ...row }, update: row })
    const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
    const user = await ctx.db.user.update({
      where: { id: userId },
      data: { profileImageUrl: `/api/users/${userId}/image?version=${version}` },
    })
    await audit(ctx, {
      action: 'updated',
      resourceType: 'user',
      resourceId: userId,
      details: { fields: ['profileImage'] },
    })
    return user
  },
)

function pictureTypeOf(content: Uint8Array): Picture['mimeType'] {
  if (content.length > PICTURE.bytes) throw invalid({ contentBase64: PICTURE_TOO_LARGE })
  const picture = pictureIn(content)
  if (!picture) throw invalid({ contentBase64: NO_PICTURE })
  if (Math.max(picture.width, picture.height) > PICTURE.side)
    throw invalid({ contentBase64: `The picture may be at most ${PICTURE.side} pixels wide and high` })
  return picture.mimeType
}

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

/** Returns the picture of a user, for every user. It is not patient data, so the view is not recorded. */
export const readProfileImage = unwrapped(userInput, async (ctx, { userId }): Promise<ProfileImage> => {
  authorize(ctx, 'profile.seeImage')
  const image = isUuid(userId)
    ? await ctx.db.profileImage.findFirst({ where: { userId, user: { deletedAt: null } } })
    : null
  if (!image) throw notFound('Picture', userId)
  return image
})
