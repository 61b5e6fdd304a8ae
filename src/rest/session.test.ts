import { expect } from 'vitest'
import { createApiKey } from '#operations/apiKeys/createApiKey.ts'
import { PASSWORD } from '#tests/support/clinic.ts'
import { test } from '#tests/support/test.ts'
import { cookiesOf } from '#tests/support/testServer.ts'
import { routes } from './router.ts'

const at = (path: string) => path.replaceAll(/:\w+/g, '01a1fcf0-bbdc-730f-8d22-fb8393291341')

test('a user who must change the password can use only the session calls until it is changed', async ({
  clinic,
  server,
}) => {
  const { email } = await clinic.user({ role: 'admin', mustChangePassword: true })
  const visitor = server.visitor()
  await visitor.signIn(email)
  const closed = routes.filter(({ path }) => !/^\/api\/(auth|debug)\//.test(path))
  expect(closed.length).toBeGreaterThan(20)
  for (const { method, path } of closed)
    expect((await visitor.call(method, at(path))).status, `${method} ${path}`).toBe(403)

  expect((await visitor.call('GET', '/api/auth/user')).json).toMatchObject({ mustChangePassword: true })
  const change = { currentPassword: PASSWORD, newPassword: 'a fresh passphrase' }
  expect((await visitor.call('PUT', '/api/auth/change-password', change)).status).toBe(200)
  expect((await visitor.call('GET', '/api/users')).status).toBe(200)
})

test('a refusal says what a user, or the user of an API key, must do first', async ({ clinic, server }) => {
  const admin = await clinic.user({ role: 'admin' })
  const { secret } = await createApiKey(clinic.as(admin), {
    userId: admin.id,
    name: 'Program',
    scopes: ['patients_read'],
  })
  const visitor = server.visitor()
  await visitor.signIn(admin.email)
  const refusals = async () => {
    const message = (json: unknown) => (json as { message: string }).message
    const query = '{ patients { totalCount } }'
    const graph = (await visitor.call('POST', '/graphql', { query })).json as { errors: object[] }
    const key = await server
      .visitor()
      .call('GET', '/api/patients', undefined, { authorization: `Bearer ${secret}` })
    const rest = await visitor.call('GET', '/api/patients')
    return [message(rest.json), message(graph.errors[0]), message(key.json)]
  }
  const change = (data: object) => clinic.db.user.update({ where: { id: admin.id }, data })

  await change({ factorGraceFrom: new Date(0) })
  const factor = 'Your clinic requires a second factor. Set it up first: /second-factor'
  expect(await refusals()).toEqual([
    factor,
    factor,
    'The user of this API key must set up a second factor first',
  ])
  await change({ mustChangePassword: true })
  const password = 'Change your password first: /change-password'
  expect(await refusals()).toEqual([
    password,
    password,
    'The user of this API key must change the password first',
  ])
})

test('a saved cookie gives no access after signing out', async ({ clinic, server }) => {
  const { email } = await clinic.user()
  const visitor = server.visitor()
  const cookie = cookiesOf((await visitor.signIn(email)).headers)
  const replayed = () => server.visitor().call('GET', '/api/patients', undefined, { cookie })
  const current = () =>
    server.visitor().call('POST', '/graphql', { query: '{ patients { totalCount } }' }, { cookie })
  expect([(await replayed()).status, (await current()).status]).toEqual([200, 200])
  await visitor.call('POST', '/api/auth/logout')
  expect([(await replayed()).status, (await current()).status]).toEqual([401, 401])
})

test('a session works only in the browser where it was opened', async ({ clinic, server }) => {
  const [sam, thief] = [await clinic.user(), await clinic.user()]
  const partsOf = async (email: string) => {
    const { headers } = await server.visitor().signIn(email)
    const [session = '', device = ''] = cookiesOf(headers).split('; ')
    return { session, device }
  }
  const theirs = await partsOf(sam.email)
  const other = await partsOf(thief.email)
  const statusOf = async (...cookies: string[]) => {
    const cookie = cookies.join('; ')
    const rest = await server.visitor().call('GET', '/api/auth/user', undefined, { cookie })
    const query = '{ patients { totalCount } }'
    const { json } = await server.visitor().call('POST', '/graphql', { query }, { cookie })
    return [rest.status, 'data' in Object(json) && Object(json).data !== null ? 200 : 401]
  }
  expect(await statusOf(theirs.session, theirs.device)).toEqual([200, 200])
  expect(await statusOf(theirs.session), 'without the device').toEqual([401, 401])
  expect(await statusOf(theirs.session, other.device), 'in another browser').toEqual([401, 401])
  // A session of the previous version has no device, and stays signed in.
  await clinic.db.$executeRaw`UPDATE sessions SET sess = sess - 'deviceHash' WHERE user_id = ${sam.id}::uuid`
  expect(await statusOf(theirs.session)).toEqual([200, 200])
})
