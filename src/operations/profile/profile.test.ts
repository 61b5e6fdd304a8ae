import { expect } from 'vitest'
import { withAnyInput } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { deleteUser } from '../users/deleteUser.ts'
import { editProfile, readProfileImage, removeProfileImage, setProfileImage } from './profile.ts'

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('users change their own name and warning time, and the audit log has the fields', async ({ clinic }) => {
  const sam = await clinic.user({ firstName: 'Sam', lastName: 'Marsh' })
  expect(await editProfile(clinic.as(sam), { lastName: ' Moor ', noticeMinutes: 10 })).toMatchObject({
    firstName: 'Sam',
    lastName: 'Moor',
    noticeMinutes: 10,
  })
  expect(await clinic.db.auditLog.findMany()).toMatchObject([
    {
      action: 'updated',
      resourceType: 'user',
      resourceId: sam.id,
      userId: sam.id,
      details: { fields: ['lastName', 'noticeMinutes'] },
    },
  ])
  await expect(withAnyInput(editProfile)(clinic.as(sam), { noticeMinutes: 3 })).rejects.toMatchObject({
    fields: { noticeMinutes: 'Choose 2, 5 or 10 minutes' },
  })
  await expect(editProfile(clinic.as(sam), {})).rejects.toMatchObject({ code: 'invalid' })
})

test('colleagues see a picture until it is removed, each at a different address', async ({ clinic }) => {
  const [sam, rae] = [await clinic.user(), await clinic.user({ role: 'attorney' })]
  const { profileImageUrl } = await setProfileImage(clinic.as(sam), { contentBase64: PIXEL })
  expect(profileImageUrl).toMatch(new RegExp(`^/api/users/${sam.id}/image\\?version=[0-9a-f]{16}$`))
  const image = await readProfileImage(clinic.as(rae), { userId: sam.id })
  expect(image.mimeType).toBe('image/png')
  expect(Buffer.from(image.content).toString('base64')).toBe(PIXEL)
  expect(await removeProfileImage(clinic.as(sam), {})).toMatchObject({ profileImageUrl: null })
  const missing = { code: 'not_found' }
  await expect(readProfileImage(clinic.as(rae), { userId: sam.id })).rejects.toMatchObject(missing)
  await expect(readProfileImage(clinic.as(rae), { userId: 'nobody' })).rejects.toMatchObject(missing)
})

test('deleting a user deletes the picture', async ({ clinic }) => {
  const [admin, sam] = [await clinic.user({ role: 'admin' }), await clinic.user()]
  await setProfileImage(clinic.as(sam), { contentBase64: PIXEL })
  await deleteUser(clinic.as(admin), { userId: sam.id })
  expect(await clinic.db.profileImage.count()).toBe(0)
})

test.for([
  ['a page', Buffer.from('<script>alert(1)</script>')],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PNG that was cut off', Buffer.from(PIXEL, 'base64').subarray(0, 40)],
  ['a PNG larger than any screen', wider(Buffer.from(PIXEL, 'base64'))],
  ['too much', Buffer.alloc(600_000)],
] as const)('%s is rejected as a picture, with any name', async ([, content], { clinic }) => {
  const sam = await clinic.user()
  const refused = setProfileImage(clinic.as(sam), { contentBase64: content.toString('base64') })
  await expect(refused).rejects.toMatchObject({
    code: 'invalid',
    fields: { contentBase64: expect.any(String) },
  })
  expect(await clinic.db.profileImage.count()).toBe(0)
})

function wider(png: Buffer): Buffer {
  png.writeUInt32BE(30_000, 16)
  return png
}
