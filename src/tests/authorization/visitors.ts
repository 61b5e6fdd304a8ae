import { type ApiKeyScope, apiKeyScopes, scopesOfFormer } from '#domain/apiKeys/scopes.ts'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import type { TestServer } from '#tests/support/testServer.ts'
import type { People } from './people.ts'

type Site = { clinic: TestClinic; door: TestServer; people: People }
/** The headers somebody sends with every request, once they have come in. */
type Entrance = (site: Site) => Promise<Record<string, string>>

const signedInAs =
  (name: keyof People): Entrance =>
  async ({ door, people }) => {
    const { headers } = await door.visitor().signIn(people[name].email)
    return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }

const keyOf =
  (name: keyof People, scopes: ApiKeyScope[]): Entrance =>
  async ({ clinic, people }) => {
    const wanted = { userId: people[name].id, name: `${scopes.length} scopes`, scopes }
    const { secret } = await createApiKey(clinic.as(people.admin), wanted)
    return { authorization: `Bearer ${secret}` }
  }

/** As whom they act, and whether what they do counts as that person's. */
type Kind = { person: keyof People; isSignedIn: boolean; enter: Entrance }

const through = (person: keyof People): Kind => ({ person, isSignedIn: true, enter: signedInAs(person) })

/** Every kind of visitor that the matrix knows, and how they come in. One more is one entry here. */
export const visitors = {
  anonymous: { person: 'colleague', isSignedIn: false, enter: async () => ({}) },
  /** An administrator, so that nothing but the old password stands in the way. */
  mustChangePassword: through('newcomer'),
  /** Holds the cookie of a session that was never ended. An administrator until then, for the same reason. */
  deactivated: { ...through('leaver'), isSignedIn: false },
  staffCreator: through('staffCreator'),
  staffOther: through('staffOther'),
  attorneyAssigned: through('attorneyAssigned'),
  attorneyOther: through('attorneyOther'),
  admin: through('admin'),
  readKey: { person: 'staffCreator', isSignedIn: true, enter: keyOf('staffCreator', scopesOfFormer.read) },
  writeKey: { person: 'admin', isSignedIn: true, enter: keyOf('admin', scopesOfFormer.write) },
  serviceKey: { person: 'program', isSignedIn: true, enter: keyOf('program', apiKeyScopes) },
} satisfies Record<string, Kind>

export type VisitorName = keyof typeof visitors
export const visitorNames = Object.keys(visitors) as VisitorName[]

/** What each visitor sends with every request. */
export type Entered = Record<VisitorName, Record<string, string>>

/** Lets everybody in, one after the other, and has each ask once, so that a key's last use is in its row. */
export async function enterAll(site: Site): Promise<Entered> {
  const entered = {} as Entered
  for (const name of visitorNames) {
    entered[name] = await visitors[name].enter(site)
    await site.door.visitor().call('GET', '/api/auth/user', undefined, entered[name])
  }
  return entered
}
