import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#tests/support/clinic.ts'

/** The last name of all patients of the assigned attorney. It is part of every text about them. */
export const OURS = 'Vandermolen'

/** All accounts in the fixtures. */
export type People = Awaited<ReturnType<typeof createAccounts>>

/** Creates the accounts. The one to be deactivated can still sign in. */
export async function createAccounts(clinic: TestClinic) {
  const admin = await clinic.user({ role: 'admin', factorGraceFrom: clinic.now })
  return {
    admin,
    staffCreator: await clinic.user({ role: 'staff' }),
    staffOther: await clinic.user({ role: 'staff' }),
    attorneyAssigned: await clinic.user({ role: 'attorney' }),
    attorneyOther: await clinic.user({ role: 'attorney' }),
    newcomer: await clinic.user({ role: 'admin', mustChangePassword: true }),
    /** An administrator whose grace period without a second factor is over. */
    overdue: await clinic.user({ role: 'admin', factorGraceFrom: null }),
    /** An administrator who signed in more than ten minutes ago. */
    stale: await clinic.user({ role: 'admin' }),
    leaver: await clinic.user({ role: 'admin' }),
    /** The user whom administrators edit, and who signs in again. */
    colleague: await clinic.user({ role: 'staff' }),
    /** A service account that has added no patient and is assigned to none. */
    program: await clinic.user({ kind: 'service', ownerId: admin.id, passwordHash: null }),
  } satisfies Record<string, User>
}
