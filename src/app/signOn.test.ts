import { expect, onTestFinished } from 'vitest'
import { setUpAuthenticator } from '#tests/support/authenticator.ts'
import { openSignOnServer } from '#tests/support/openSignOnServer.ts'
import { logoutTokenOf } from '#tests/support/signOnServer.ts'
import { test } from '#tests/support/test.ts'

test('a browser connects and signs in at a provider, and its open page ends with the provider’s logout', async ({
  clinic,
  server,
}) => {
  const user = { sub: 'sam-there', email: 'sam@clinic.test', email_verified: true }
  const provider = await openSignOnServer(server.url, { user })
  const { signOn } = clinic.instances
  clinic.instances.signOn = [provider.client]
  onTestFinished(() => {
    clinic.instances.signOn = signOn
  })
  const { email } = await clinic.user({ email: 'sam@clinic.test' })

  const owner = server.visitor()
  await owner.signIn(email)
  const leave = async (browser: typeof owner, next = '') => {
    const left = await browser.call('GET', `/sign-on/okta${next}`)
    expect(left.status).toBe(303)
    expect(left.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax; Max-Age=600/)
    return `/sign-on/okta/callback${await provider.visit(left.headers.get('location') ?? '')}`
  }
  const connected = await owner.call('GET', await leave(owner))
  expect([connected.status, connected.headers.get('location')]).toEqual([303, '/settings#single-sign-on'])

  const browser = server.visitor()
  const back = await leave(browser)
  // Another browser with the same address, as if it had been stolen, has no cookie for it.
  await server.visitor().call('GET', back)
  expect(await clinic.db.session.count()).toBe(1)
  const signedIn = await browser.call('GET', back)
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/'])
  expect((await browser.call('GET', '/api/auth/user')).json).toMatchObject({ email })
  await browser.call('GET', back)
  expect(await clinic.db.session.count(), 'the answer works once').toBe(2)
  const opensAfter = async (next: string) => {
    const other = server.visitor()
    const query = `?${new URLSearchParams({ next })}`
    return (await other.call('GET', await leave(other, query))).headers.get('location')
  }
  expect(await opensAfter('/tasks?status=pending')).toBe('/tasks?status=pending')
  expect(await opensAfter('//elsewhere.example/tasks')).toBe('/')

  const token = await logoutTokenOf(provider)
  const logOut = (body: string) =>
    server.visitor().fetch('/sign-on/okta/logout', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  expect((await logOut('logout_token=forged')).status).toBe(400)
  expect((await browser.call('GET', '/api/auth/user')).status).toBe(200)
  expect((await logOut(`logout_token=${token}`)).status).toBe(200)
  expect((await browser.call('GET', '/api/auth/user')).status).toBe(401)
  expect((await owner.call('GET', '/api/auth/user')).status, 'a session of a password stays').toBe(200)
})

test('an unknown provider has no pages', async ({ server }) => {
  for (const path of ['/sign-on/nobody', '/sign-on/nobody/callback', '/sign-on/nobody/end'])
    expect((await server.visitor().call('GET', path)).status, path).toBe(404)
  expect((await server.visitor().call('POST', '/sign-on/nobody/logout')).status).toBe(404)
})

test('a browser shows the second factor after a provider that asked for none', async ({ clinic, server }) => {
  const user = { sub: 'sam-there', email: 'sam@clinic.test', email_verified: true }
  const provider = await openSignOnServer(server.url, { user })
  const { signOn } = clinic.instances
  clinic.instances.signOn = [provider.client]
  onTestFinished(() => {
    clinic.instances.signOn = signOn
  })
  const sam = await clinic.user({ email: 'sam@clinic.test' })
  const { code } = await setUpAuthenticator(clinic, sam)
  await clinic.db.signOnIdentity.create({
    data: { userId: sam.id, issuer: provider.issuer, subject: user.sub },
  })
  const browser = server.visitor()
  const left = await browser.call('GET', '/sign-on/okta?next=/patients?search=Okafor')
  const query = await provider.visit(left.headers.get('location') ?? '')
  const back = await browser.call('GET', `/sign-on/okta/callback${query}`)
  expect([back.status, back.headers.get('location')]).toEqual([303, '/?code_for=okta'])
  expect((await browser.call('GET', '/api/auth/user')).status).toBe(401)

  const post = async (visitor: typeof browser, typed: string) => {
    const { status, headers } = await visitor.fetch('/sign-on/okta/code', {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ code: typed }).toString(),
    })
    return [status, headers.get('location')]
  }
  // Another browser has no ticket, even with the right code.
  expect((await post(server.visitor(), code()))[0]).not.toBe(303)
  expect(await post(browser, '000000')).toEqual([303, '/?code_for=okta&refused'])
  expect(await post(browser, code())).toEqual([303, '/patients?search=Okafor'])
  expect(await clinic.db.session.findMany()).toMatchObject([{ userId: sam.id }])
})
