import { Failure } from '#domain/errors.ts'
import { recoverAdministratorInput } from '#domain/users/inputs.ts'
import type { User } from '#infra/prisma/client.ts'
import { sendAlert } from '../alerts/sendAlert.ts'
import { audit } from '../audit.ts'
import type { RequestContext } from '../context.ts'
import { removeFactors } from '../factors/removeFactors.ts'
import { inTransaction, unwrapped } from '../operation.ts'
import { forgetAttempts } from '../sessions/countAttempt.ts'
import { endAccess } from './endAccess.ts'
import { refuseGuessable } from './refuseGuessable.ts'

/**
 * Gives an account back to a clinic that has lost its last administrator, from the command line: sets a password, activates the
 * account, makes it an administrator, removes its second factors and unlocks it. Ends its sessions and API keys. All
 * administrators are alerted. Throws `not_found` if no person's account has the address.
 */
export const recoverAdministrator = unwrapped(
  recoverAdministratorInput,
  async (ctx: RequestContext, { email, password }): Promise<User> => {
    const account = await ctx.db.user.findFirst({ where: { email, kind: 'person', deletedAt: null } })
    if (!account) throw new Failure('not_found', `No account has the address ${email}`)
    await refuseGuessable(ctx, 'password', password, account)
    const passwordHash = await ctx.passwords.hash(password)
    return inTransaction(ctx, async (inside) => {
      await inside.db.$queryRaw`SELECT 1 FROM users WHERE id = ${account.id}::uuid FOR UPDATE`
      const changes = { isActive: true, role: 'admin', passwordHash, mustChangePassword: false } as const
      const recovered = await inside.db.user.update({ where: { id: account.id }, data: changes })
      await endAccess(inside, account.id, 'password_reset')
      await forgetAttempts(inside, recovered)
      // A person who has lost the password may have lost the phone, too.
      const factors = await removeFactors(inside, account.id)
      await audit(inside, {
        action: 'updated',
        resourceType: 'user',
        resourceId: account.id,
        details: {
          fields: ['password', 'isActive', 'role', ...(factors > 0 ? ['secondFactors'] : [])],
          role: 'admin',
          by: 'recovery',
        },
      })
      await sendAlert(inside, 'administrator_recovered', {
        user: `${account.firstName} ${account.lastName}`,
      })
      return recovered
    })
  },
)
