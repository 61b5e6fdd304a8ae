import { type CryptoKey, decodeJwt, importJWK, type JWTPayload, SignJWT } from 'jose'
import { expect, onTestFinished } from 'vitest'
import { Failure } from '#domain/errors.ts'
import { signOnUserInput } from '#domain/users/inputs.ts'
import type { TestClinic } from '#tests/support/clinic.ts'
import { type OddAnswer, oddOnes, withValue } from '#tests/support/oddAnswers.ts'
import { openSignOnServer } from '#tests/support/openSignOnServer.ts'
import { logoutTokenOf } from '#tests/support/signOnServer.ts'
import { test } from '#tests/support/test.ts'
import { endSignOnSessions } from './endSignOnSessions.ts'
import { finishSignOn } from './finishSignOn.ts'

/** A provider that adds users, and signs tokens with other claims than it should. */
async function setUp(clinic: TestClinic) {
  const server = await openSignOnServer('https://clinic.test', {
    user: {
      ...{ sub: 'lena-there', email: 'lena@clinic.test', email_verified: true },
      ...{ given_name: 'Lena', family_name: 'Hart', groups: ['front-desk'] },
    },
    roles: { 'front-desk': 'staff' },
    createsUsers: true,
  })
  const { signOn } = clinic.instances
  clinic.instances.signOn = [server.client]
  onTestFinished(() => {
    clinic.instances.signOn = signOn
  })
  const key = (await importJWK(server.key)) as CryptoKey
  const signed = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: server.key.kid }).sign(key)
  let count = 0
  /** A new user comes from a new address. */
  const come = async () => {
    count += 1
    const name = `lena-${count}`
    server.user = { ...server.user, sub: name, email: `${name}@clinic.test` }
    const visitor = clinic.anonymous()
    const request = { ...visitor.request, ipAddress: `10.0.${count >> 8}.${count & 255}` }
    const { url, flow } = await server.client.start()
    return finishSignOn({ ...visitor, request }, { providerId: 'okta', query: await server.visit(url), flow })
  }
  return { server, signed, come }
}

/** `null` if the work was refused. Any other error fails. */
const orRefused = async <Result>(work: Promise<Result>): Promise<Result | null> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Each claim with each odd value. */
const oddClaims = (token: string, claims: object): OddAnswer[] =>
  oddOnes(new Map([[token, claims]])).filter(({ place }) => place.length > 0)
const withClaim = (claims: object, { place, value }: OddAnswer) =>
  withValue(claims, place, value) as JWTPayload

test('an odd claim in an ID token is refused, or makes an account that an administrator could make', async ({
  clinic,
}) => {
  const { server, signed, come } = await setUp(clinic)
  const more = { acr: '1', amr: ['pwd'], auth_time: 1, sid: 'session-there' }
  server.tamper = (token) => signed({ ...more, ...decodeJwt(token) })
  expect(await come()).toHaveProperty('sid')
  const claims = {
    ...{ iss: '', sub: '', aud: '', exp: 0, iat: 0, nonce: '', auth_time: 0, acr: '', amr: [''], sid: '' },
    ...{ email: '', email_verified: true, given_name: '', family_name: '', groups: [''] },
  }
  const wrong: unknown[] = []
  for (const odd of oddClaims('the ID token', claims)) {
    const before = await clinic.db.user.count()
    server.tamper = (token) => signed(withClaim({ ...more, ...server.user, ...decodeJwt(token) }, odd))
    try {
      const opened = await orRefused(come())
      const [user] = await clinic.db.user.findMany({
        select: { email: true, firstName: true, lastName: true },
        orderBy: { id: 'desc' },
        take: 1,
      })
      const added = (await clinic.db.user.count()) - before
      if (added !== (opened ? 1 : 0) || !signOnUserInput.safeParse(user).success)
        wrong.push([odd.title, user])
    } catch (error) {
      wrong.push([odd.title, String(error).slice(-200)])
    }
  }
  expect(wrong).toEqual([])
})

test('an odd claim in a logout token ends no session of another user', async ({ clinic }) => {
  const { server, signed, come } = await setUp(clinic)
  server.tamper = (token) => signed({ ...decodeJwt(token), sid: `of ${server.user.sub}` })
  await come()
  const another = await clinic.db.session.findFirstOrThrow()
  await come()
  const claims = { ...decodeJwt(await logoutTokenOf(server)), sid: `of ${server.user.sub}` }
  const wrong: unknown[] = []
  for (const odd of oddClaims('the logout token', { ...claims, nonce: '' })) {
    try {
      const token = await signed(withClaim({ ...claims, jti: crypto.randomUUID() }, odd))
      await orRefused(endSignOnSessions(clinic.anonymous(), { providerId: 'okta', token }))
    } catch (error) {
      wrong.push([odd.title, String(error).slice(-200)])
    }
    if (!(await clinic.db.session.findUnique({ where: { sid: another.sid } }))) wrong.push(odd.title)
  }
  expect(wrong).toEqual([])
})
