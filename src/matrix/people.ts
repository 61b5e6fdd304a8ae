import type { User } from '#infra/prisma/client.ts'
import type { TestClinic } from '#testing/clinic.ts'

/** Everybody with an account in the matrix's clinic. */
export type People = Awaited<ReturnType<typeof hirePeople>>

/** Hires them; whoever is going to be deactivated can still sign in. */
export async function hirePeople(clinic: TestClinic) {
  return {
    admin: await clinic.user({ role: 'admin' }),
    staffCreator: await clinic.user({ role: 'staff' }),
    staffOther: await clinic.user({ role: 'staff' }),
    attorneyAssigned: await clinic.user({ role: 'attorney' }),
    attorneyOther: await clinic.user({ role: 'attorney' }),
    newcomer: await clinic.user({ role: 'admin', mustChangePassword: true }),
    leaver: await clinic.user({ role: 'admin' }),
    /** Whom administrators change, and who signs in anew. */
    colleague: await clinic.user({ role: 'staff' }),
  } satisfies Record<string, User>
}
