import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'

/** The family name of every patient of the assigned attorney, and a word of every text on them. */
export const OURS = 'Vandermolen'

/** Everybody with an account in the matrix's clinic. */
export type People = Awaited<ReturnType<typeof hirePeople>>

/** Hires them; whoever is going to be deactivated can still sign in. */
export async function hirePeople(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin' })
  return {
    admin,
    staffCreator: await clinic.user({ role: 'staff' }),
    staffOther: await clinic.user({ role: 'staff' }),
    attorneyAssigned: await clinic.user({ role: 'attorney' }),
    attorneyOther: await clinic.user({ role: 'attorney' }),
    newcomer: await clinic.user({ role: 'admin', mustChangePassword: true }),
    leaver: await clinic.user({ role: 'admin' }),
    /** Whom administrators change, and who signs in anew. */
    colleague: await clinic.user({ role: 'staff' }),
    /** A service account, which has added no patient and is assigned none. */
    program: await clinic.user({ kind: 'service', ownerId: admin.id, passwordHash: null }),
  } satisfies Record<string, User>
}
