import type { ProfileImage as Image } from '#infra/prisma/client.ts'
import { editProfile } from '#operations/profile/editProfile.ts'
import { readProfileImage } from '#operations/profile/readProfileImage.ts'
import { removeProfileImage } from '#operations/profile/removeProfileImage.ts'
import { setProfileImage } from '#operations/profile/setProfileImage.ts'
import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { Viewer } from '../sessions/Viewer.ts'

const ProfileImage = builder.objectRef<Image>('ProfileImage').implement({
  description: 'The picture of somebody who works with the clinic.',
  fields: (t) => ({
    contentBase64: t.string({
      description: 'The picture itself, as base64.',
      resolve: ({ content }) => Buffer.from(content).toString('base64'),
    }),
    mimeType: t.exposeString('mimeType', { description: '`image/png`, `image/jpeg` or `image/webp`.' }),
  }),
})

builder.queryField('profileImage', (t) =>
  t.withAuth({ can: 'profile.seeImage' }).field({
    type: ProfileImage,
    description: 'A user’s picture; `not_found` for whoever has none.',
    args: { userId: t.arg.id({ required: true, description: 'Key of the user.' }) },
    resolve: (_root, { userId }, context) => readProfileImage(context, { userId }),
  }),
)

const EditProfileInput = builder.inputType('EditProfileInput', {
  description: 'Changes to one’s own account: what is left out stays.',
  fields: (t) => ({
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    noticeMinutes: t.int({
      description: 'Minutes before the idle sign-out at which to be warned: 2, 5 or 10.',
    }),
    emailAlerts: t.boolean({ description: 'Whether copies of alerts go to the own address.' }),
  }),
})

builder.mutationField('editProfile', (t) =>
  t.withAuth({ can: 'profile.edit' }).field({
    type: Viewer,
    description: 'Changes the caller’s own account. Not for API keys.',
    args: { input: t.arg({ type: EditProfileInput, required: true, description: 'What.' }) },
    ...runs(editProfile),
  }),
)

const SetProfileImageInput = builder.inputType('SetProfileImageInput', {
  description: 'A picture of oneself.',
  fields: (t) => ({
    contentBase64: t.string({
      required: true,
      description: 'A PNG, JPEG or WebP of at most 512 kB and 1024 pixels a side, as base64.',
    }),
  }),
})

builder.mutationField('setProfileImage', (t) =>
  t.withAuth({ can: 'profile.edit' }).field({
    type: Viewer,
    description: 'Gives the caller a picture, in the place of the one before. Not for API keys.',
    args: { input: t.arg({ type: SetProfileImageInput, required: true, description: 'Which.' }) },
    ...runs(setProfileImage),
  }),
)

builder.mutationField('removeProfileImage', (t) =>
  t.withAuth({ can: 'profile.edit' }).field({
    type: Viewer,
    description: 'Takes the caller’s picture away, if there is one. Not for API keys.',
    resolve: (_root, _args, context) => removeProfileImage(context, {}),
  }),
)
