import { expect } from 'vitest'
import { openTestClinic, PASSWORD, type TestClinic } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { openTestServer, type TestServer, type Visitor } from '#tests/support/testServer.ts'

const signInDocument = 'mutation($i: SignInInput!) { signIn(input: $i) { message } }'

/** A browser that has signed in and out as each of these users. */
async function knownVisitor(server: TestServer, ...emails: string[]): Promise<Visitor> {
  const visitor = server.visitor()
  for (const email of emails) {
    expect((await visitor.signIn(email)).status).toBe(200)
    expect((await visitor.call('POST', '/api/auth/logout')).status).toBe(200)
  }
  return visitor
}

/** Blocks the IP address of the test's visitors, after their sign-ins have become too old to count. */
async function blockAddress(clinic: TestClinic, server: TestServer): Promise<void> {
  // After the 30 days for which an address is known, and within the year for which a device is.
  clinic.now = new Date(clinic.now.getTime() + 31 * 86_400_000)
  const stranger = server.visitor()
  for (let index = 0; index < 10; index += 1) {
    const guess = { email: `invented${index}@clinic.test`, password: 'guess' }
    expect((await stranger.call('POST', '/api/auth/login', guess)).status).toBe(401)
  }
}

const deviceCookieOf = (headers: Headers) =>
  headers.getSetCookie().find((line) => line.startsWith('caseload-device='))

const statusWith = async (server: TestServer, email: string, cookie: string) => {
  const body = { email, password: PASSWORD }
  return (await server.visitor().call('POST', '/api/auth/login', body, { cookie })).status
}

test('signing in sets a device cookie, which stays after signing out and gives no access', async ({
  clinic,
  server,
}) => {
  const { email } = await clinic.user()
  const visitor = server.visitor()
  const cookie = deviceCookieOf((await visitor.signIn(email)).headers) ?? ''
  expect(cookie).toMatch(/^caseload-device=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  const signedOut = await visitor.call('POST', '/api/auth/logout')
  expect(deviceCookieOf(signedOut.headers)).toBeUndefined()
  const [pair = ''] = cookie.split(';')
  for (const header of [pair, pair.replace('caseload-device=', 'caseload=')])
    expect((await server.visitor().call('GET', '/api/auth/user', undefined, { cookie: header })).status).toBe(
      401,
    )
})

test('while the address is blocked, only a known device can sign in by REST and GraphQL', async ({
  clinic,
  server,
}) => {
  const [{ email }, ada] = [await clinic.user(), await clinic.user()]
  const frontDesk = await knownVisitor(server, email, ada.email)
  await blockAddress(clinic, server)

  const refused = await server.visitor().signIn(email)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(13 * 60)
  expect((await frontDesk.signIn(email)).status).toBe(200)
  const variables = { i: { email: ada.email, password: PASSWORD } }
  expect((await frontDesk.graphql(signInDocument, variables)).data).toEqual({
    signIn: { message: 'Login successful' },
  })
  const mistyped = { email, password: 'mistyped' }
  expect((await frontDesk.call('POST', '/api/auth/login', mistyped)).status).toBe(401)
})

test('a forged, replayed or other user’s device cookie counts as unknown', async ({ clinic, server }) => {
  const [sam, ada] = [await clinic.user(), await clinic.user()]
  const first = server.visitor()
  const replayed = deviceCookieOf((await first.signIn(sam.email)).headers)?.split(';')[0] ?? ''
  await first.signIn(sam.email)
  const theirs = deviceCookieOf((await server.visitor().signIn(ada.email)).headers)?.split(';')[0] ?? ''
  await blockAddress(clinic, server)
  const forged = `${theirs.slice(0, -4)}AAAA`
  for (const cookie of ['caseload-device=forged', forged, replayed, theirs])
    expect(await statusWith(server, sam.email, cookie), cookie.slice(0, 40)).toBe(429)
  expect(await statusWith(server, ada.email, theirs)).toBe(200)
})

test('a device is known to a second process and to one that starts later', async ({
  clinic,
  database,
  server,
}) => {
  const [{ email }, never] = [await clinic.user(), await clinic.user()]
  const frontDesk = await knownVisitor(server, email)
  await blockAddress(clinic, server)
  for (const _ of ['beside', 'later']) {
    const other = await openTestClinic(database.ownerUrl)
    other.now = clinic.now
    const otherServer = await openTestServer(other)
    expect((await otherServer.visitor().signIn(never.email)).status).toBe(429)
    expect((await frontDesk.at(otherServer.url).signIn(email)).status).toBe(200)
    await otherServer.close()
    await other.close()
  }
})

test('a password change keeps this device known and forgets the others', async ({ clinic, server }) => {
  const { email } = await clinic.user()
  const [here, there] = [await knownVisitor(server, email), await knownVisitor(server, email)]
  await here.signIn(email)
  const change = { currentPassword: PASSWORD, newPassword: 'a new long phrase' }
  const changed = await here.call('PUT', '/api/auth/change-password', change)
  expect(changed.status).toBe(200)
  expect(deviceCookieOf(changed.headers)).toBeDefined()
  await blockAddress(clinic, server)
  const body = { email, password: change.newPassword }
  expect((await there.call('POST', '/api/auth/login', body)).status).toBe(429)
  expect((await here.call('POST', '/api/auth/login', body)).status).toBe(200)
})
