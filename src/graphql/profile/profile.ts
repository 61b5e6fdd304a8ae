import type { ProfileImage as Image } from '#infra/prisma/client.ts'
import {
  editProfile,
  readProfileImage,
  removeProfileImage,
  setProfileImage,
} from '#operations/profile/profile.ts'

import { builder } from '../builder.ts'
import { runs } from '../runs.ts'
import { Viewer } from '../sessions/Viewer.ts'

const ProfileImage = builder.objectRef<Image>('ProfileImage').implement({
  description: 'The picture of a user.',
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
    description: 'A user’s picture; `not_found` for a user without one.',
    args: { userId: t.arg.id({ required: true, description: 'ID of the user.' }) },
    resolve: (_root, { userId }, context) => readProfileImage(context, { userId }),
  }),
)

const EditProfileInput = builder.inputType('EditProfileInput', {
  description: 'Changes to the caller’s own account. Omitted fields keep their value.',
  fields: (t) => ({
    firstName: t.string({ description: 'Given name.' }),
    lastName: t.string({ description: 'Family name.' }),
    noticeMinutes: t.int({
      description: 'Minutes between the warning and the idle sign-out: 2, 5 or 10.',
    }),
    emailAlerts: t.boolean({ description: 'Whether the user also gets alerts by e-mail.' }),
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
  description: 'A profile picture.',
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
    description: 'Sets the caller’s picture. Not for API keys.',
    args: { input: t.arg({ type: SetProfileImageInput, required: true, description: 'Which.' }) },
    ...runs(setProfileImage),
  }),
)

builder.mutationField('removeProfileImage', (t) =>
  t.withAuth({ can: 'profile.edit' }).field({
    type: Viewer,
    description: 'Removes the caller’s picture, if there is one. Not for API keys.',
    resolve: (_root, _args, context) => removeProfileImage(context, {}),
  }),
)
