import { createHash } from 'node:crypto'
import { setProfileImageInput } from '#domain/users/inputs.ts'
import { NO_PICTURE, PICTURE, PICTURE_TOO_LARGE, pictureIn } from '#domain/users/picture.ts'
import type { User } from '#infra/prisma/client.ts'
import { audit } from '../audit.ts'
import { authorize } from '../authorize.ts'
import { invalid, operation } from '../operation.ts'

/** Sets the actor's own picture. Its URL changes with its content, so that browsers can cache it. */
export const setProfileImage = operation(
  setProfileImageInput,
  async (ctx, { contentBase64 }): Promise<User> => {
    authorize(ctx, 'profile.edit')
    const { id: userId } = ctx.actor
    const content = Uint8Array.from(Buffer.from(contentBase64, 'base64'))
    const mimeType = pictureTypeOf(content)
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

function pictureTypeOf(content: Uint8Array): string {
  if (content.length > PICTURE.bytes) throw invalid({ contentBase64: PICTURE_TOO_LARGE })
  const picture = pictureIn(content)
  if (!picture) throw invalid({ contentBase64: NO_PICTURE })
  if (Math.max(picture.width, picture.height) > PICTURE.side)
    throw invalid({ contentBase64: `The picture may be at most ${PICTURE.side} pixels wide and high` })
  return picture.mimeType
}
