import type { Actor } from '#domain/access/actor.ts'
import { Failure } from '#domain/errors.ts'
import type { RequestContext } from '../context.ts'

/** The active administrator with this email address, for commands. Throws `forbidden` if there is none. */
export async function administratorNamed({ db }: RequestContext, email: string): Promise<Actor> {
  const user = await db.user.findFirst({ where: { email, role: 'admin', isActive: true, deletedAt: null } })
  if (!user) throw new Failure('forbidden', `${email} is not an active administrator`)
  const { id, role, mustChangePassword } = user
  return { id, role, mustChangePassword }
}
