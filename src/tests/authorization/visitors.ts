import { type ApiKeyScope, apiKeyScopes, scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { cookiesOf, type TestServer } from '#tests/support/testServer.ts'
import type { People } from './people.ts'

type Site = { clinic: TestClinic; server: TestServer; people: People }
/** Signs in, and returns the headers of the caller's requests. */
type Entrance = (site: Site) => Promise<Record<string, string>>

const signedInAs =
  (name: keyof People): Entrance =>
  async ({ server, people }) => {
    const { headers } = await server.visitor().signIn(people[name].email)
    return { cookie: cookiesOf(headers) }
  }

const keyOf =
  (name: keyof People, scopes: ApiKeyScope[]): Entrance =>
  async ({ clinic, people }) => {
    const wanted = { userId: people[name].id, name: `${scopes.length} scopes`, scopes }
    const { secret } = await createApiKey(clinic.as(people.admin), wanted)
    return { authorization: `Bearer ${secret}` }
  }

/** The account, whether requests count as that user's, and how the caller signs in. */
type Kind = { person: keyof People; isSignedIn: boolean; enter: Entrance }

const through = (person: keyof People): Kind => ({ person, isSignedIn: true, enter: signedInAs(person) })

/** Every kind of caller. To test another kind, add it here. */
export const visitors = {
  anonymous: { person: 'colleague', isSignedIn: false, enter: async () => ({}) },
  /** An administrator, so that only the unchanged password restricts them. */
  mustChangePassword: through('newcomer'),
  /** An administrator, so that only the missing second factor restricts them. */
  factorMissing: through('overdue'),
  /** An administrator whose last proof is older than ten minutes. */
  noStepUp: {
    ...through('stale'),
    enter: async (site) => {
      const headers = await signedInAs('stale')(site)
      const { clinic, people } = site
      const provenAt = new Date(clinic.now.getTime() - 11 * 60_000).toISOString()
      await clinic.db.$executeRaw`
        UPDATE sessions SET sess = sess || jsonb_build_object('provenAt', ${provenAt}::text)
        WHERE user_id = ${people.stale.id}::uuid`
      return headers
    },
  },
  /** A former administrator, for the same reason, with the cookie of a session that was never ended. */
  deactivated: { ...through('leaver'), isSignedIn: false },
  staffCreator: through('staffCreator'),
  staffOther: through('staffOther'),
  attorneyAssigned: through('attorneyAssigned'),
  attorneyOther: through('attorneyOther'),
  /** Must have a second factor soon ("factor due"), and until then may do everything that an administrator may. */
  admin: through('admin'),
  readKey: { person: 'staffCreator', isSignedIn: true, enter: keyOf('staffCreator', scopesOfFormer.read) },
  writeKey: { person: 'admin', isSignedIn: true, enter: keyOf('admin', scopesOfFormer.write) },
  serviceKey: { person: 'program', isSignedIn: true, enter: keyOf('program', apiKeyScopes) },
} satisfies Record<string, Kind>

export type VisitorName = keyof typeof visitors
export const visitorNames = Object.keys(visitors) as VisitorName[]

/** The request headers of each caller. */
export type Entered = Record<VisitorName, Record<string, string>>

/** Signs in all callers. Each sends one request, so that the key's last use is recorded before rows are compared. */
export async function enterAll(site: Site): Promise<Entered> {
  const entered = {} as Entered
  for (const name of visitorNames) {
    entered[name] = await visitors[name].enter(site)
    await site.server.visitor().call('GET', '/api/auth/user', undefined, entered[name])
  }
  return entered
}
