import { inviteUser } from '#operations/users/inviteUser.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { People } from './people.ts'

/** Invites a user and returns the secret of the link, as the administrator gets it where no mail is set up. */
export async function invitedUser(clinic: TestClinic, { admin }: People) {
  const withoutMail = { ...clinic.as(admin), mailer: null }
  const input = { firstName: 'Ines', lastName: 'Moreau', email: 'ines@clinic.test' }
  const { user, link } = await inviteUser(withoutMail, input)
  return { id: user.id, secret: link?.split('/').at(-1) ?? '' }
}
